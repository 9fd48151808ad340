import { insertAccounts } from '../../accounts/store.ts'
import { type Changes, recordAudits } from '../../core/audit.ts'
import { AppError } from '../../core/errors.ts'
import { chunks, type ImportCall } from '../../core/list-import.ts'
import { addMembers, type MemberChange, updateMembers } from '../../tenants/members.ts'
import { ofMember } from '../target.ts'
import type { Input, RowChange, Scene } from './plan.ts'

type ApplyCall = ImportCall<Input, Scene> & {
  rowChanges: readonly RowChange[]
  progress: (done: number) => void
}

/**
 * Applies the changes in bulk. The result, including the audit events, is the same as if the members had been
 * added and their names and permissions saved one by one.
 */
export async function applyMembers(call: ApplyCall): Promise<void> {
  const { tx, services, request, viewer, rowChanges, progress, target } = call
  const { tenant } = target
  let done = 0
  for (const part of chunks(rowChanges)) {
    const made = part.flatMap(({ account }) => account ?? [])
    if (made.length) {
      const free = await insertAccounts(tx, made)
      // Since the import was planned, somebody has registered one of the phone numbers.
      if (free.size < made.length) throw new AppError('CONFLICT', { message: ['import.changed'] })
      await services.openPersonalTenants(tx, made)
    }
    const added = part.filter(({ member }) => !member).map(({ accountId }) => accountId)
    if (added.length) await addMembers(tx, { tenantId: tenant.id, accountIds: added })
    await updateMembers(tx, tenant.id, part.flatMap(changeOf))
    await recordAudits(
      tx,
      part.map((rowChange) => ({
        ...ofMember(tenant.id, rowChange.accountId),
        actorId: viewer.accountId,
        action: actionOf(rowChange),
        ip: request.ip,
        success: true,
        changes: changesOf(rowChange),
      })),
    )
    // Send one message per account, even if several of its permissions changed.
    const send = (accountId: readonly string[], template: 'member.joined' | 'member.roleChanged') =>
      services.sendMessage(tx, {
        accountId,
        template,
        params: { tenant: tenant.name },
        link: '/accountInfo/index',
      })
    await send(added, 'member.joined')
    await send(
      part
        .filter(({ member, roles, authCodes }) => member && (roles || authCodes))
        .map(({ accountId }) => accountId),
      'member.roleChanged',
    )
    done += part.length
    progress(done)
  }
}

function changeOf({ accountId, displayName, roles, authCodes }: RowChange): MemberChange[] {
  if (displayName === undefined && !roles && !authCodes) return []
  return [
    {
      accountId,
      ...(displayName !== undefined && { displayName }),
      ...(roles && { roles }),
      ...(authCodes && { authCodes }),
    },
  ]
}

function actionOf({ account, member, roles, authCodes }: RowChange): string {
  if (account) return 'CreateTenantOperator'
  if (!member) return 'AddTenantOperator'
  return roles || authCodes ? 'SaveTenantPermissions' : 'SaveDisplayNameByTenant'
}

const changesOf = ({ account, member, displayName, roles, authCodes }: RowChange): Changes => ({
  ...(!member && { member: [false, true] }),
  ...(account && { name: [null, account.name] }),
  ...(displayName !== undefined && { displayName: [member?.display_name ?? null, displayName] }),
  ...(roles && { roles: [member?.roles ?? [], roles] }),
  ...(authCodes && { authCodes: [member?.auth_codes ?? [], authCodes] }),
})
