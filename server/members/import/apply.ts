import { insertAccounts } from '../../accounts/store.ts'
import { type Changes, recordAudits } from '../../core/audit.ts'
import { AppError } from '../../core/errors.ts'
import { chunks, type ImportCall } from '../../core/importing.ts'
import { changeSeats, type SeatChange, takeSeats } from '../../tenants/seats.ts'
import { ofMember } from '../target.ts'
import type { Deed, Input, Scene } from './plan.ts'

type ApplyCall = ImportCall<Input, Scene> & { deeds: readonly Deed[]; progress: (done: number) => void }

/** As adding members and saving their names and permissions one after the other would have done, with the same record. */
export async function applyMembers(call: ApplyCall): Promise<void> {
  const { tx, services, request, viewer, deeds, progress, target } = call
  const { tenant } = target
  let done = 0
  for (const part of chunks(deeds)) {
    const made = part.flatMap(({ account }) => account ?? [])
    if (made.length) {
      const free = await insertAccounts(tx, made)
      // Somebody has registered one of the phones since they were looked for.
      if (free.size < made.length) throw new AppError('CONFLICT', { message: ['import.changed'] })
      await services.openPersonalTenants(tx, made)
    }
    const added = part.filter(({ seat }) => !seat).map(({ accountId }) => accountId)
    if (added.length) await takeSeats(tx, { tenantId: tenant.id, operatorIds: added })
    await changeSeats(tx, tenant.id, part.flatMap(changeOf))
    await recordAudits(
      tx,
      part.map((deed) => ({
        ...ofMember(tenant.id, deed.accountId),
        actorId: viewer.accountId,
        action: actionOf(deed),
        ip: request.ip,
        success: true,
        changes: changesOf(deed),
      })),
    )
    // One message an account, however much of theirs has changed.
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
        .filter(({ seat, roles, authCodes }) => seat && (roles || authCodes))
        .map(({ accountId }) => accountId),
      'member.roleChanged',
    )
    done += part.length
    progress(done)
  }
}

function changeOf({ accountId, displayName, roles, authCodes }: Deed): SeatChange[] {
  if (displayName === undefined && !roles && !authCodes) return []
  return [
    {
      operatorId: accountId,
      ...(displayName !== undefined && { displayName }),
      ...(roles && { roles }),
      ...(authCodes && { authCodes }),
    },
  ]
}

function actionOf({ account, seat, roles, authCodes }: Deed): string {
  if (account) return 'CreateTenantOperator'
  if (!seat) return 'AddTenantOperator'
  return roles || authCodes ? 'SaveTenantPermissions' : 'SaveDisplayNameByTenant'
}

const changesOf = ({ account, seat, displayName, roles, authCodes }: Deed): Changes => ({
  ...(!seat && { member: [false, true] }),
  ...(account && { name: [null, account.name] }),
  ...(displayName !== undefined && { displayName: [seat?.display_name ?? null, displayName] }),
  ...(roles && { roles: [seat?.roles ?? [], roles] }),
  ...(authCodes && { authCodes: [seat?.auth_codes ?? [], authCodes] }),
})
