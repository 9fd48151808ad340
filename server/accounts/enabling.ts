import { type MessageKey, messageText } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { type Changes, recordAudits } from '../core/audit.ts'
import { builder } from '../core/builder.ts'
import { type Context, localeOf } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { id, listOf } from '../core/input.ts'
import { mutation, type Target } from '../core/operation.ts'
import { demand, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { findAdminsAround, notClosing, saveEnabled } from './enabling.store.ts'
import { sendNotice, sendTakenBack } from './register.ts'
import { type AccountRow, lockAccounts } from './store.ts'
import { mayManage, ofAccount, relationsToAccount } from './target.ts'
import { Operator } from './types.ts'

/** As lockWithAdmins, for those to whom accounts are open. */
export async function lockAll(tx: Tx, ids: readonly string[], viewer: Viewer): Promise<AccountRow[]> {
  demand('ACCOUNT_READ', viewer)
  return lockWithAdmins(tx, ids)
}

/**
 * Those of the accounts that exist, locked. Where one is an administrator, every enabled administrator is locked with
 * it, the caller too: of two who disable one another at once, the second finds itself disabled. As nobody disables their
 * own account, the caller is an enabled administrator that stays.
 */
export async function lockWithAdmins(tx: Tx, ids: readonly string[]): Promise<AccountRow[]> {
  const known = new Set(ids.filter(isId).map((each) => each.toLowerCase()))
  if (!known.size) return []
  const admins = await findAdminsAround(tx, [...known])
  const rows = await lockAccounts(tx, [...new Set([...known, ...admins])])
  return rows.filter((row) => known.has(row.id) && !row.erased_at)
}

/** Sessions that have ended stay so when the account is enabled again. */
async function switchTo(
  enabled: boolean,
  tx: Tx,
  { services, request }: Context,
  accounts: readonly AccountRow[],
): Promise<void> {
  if (!accounts.length) return
  await saveEnabled(
    tx,
    accounts.map((account) => account.id),
    enabled,
  )
  for (const account of accounts) {
    if (enabled && account.closes_at) await sendTakenBack({ tx, services, request }, account)
    if (enabled) continue
    await services.endSessions(tx, account.id)
    await sendNotice({ tx, services, request }, account, 'account.disabled')
  }
}

/** Why an account that is being closed is not this viewer's to take back; null where it is, or is not being closed. */
function whyNotReopened(viewer: Viewer, account: AccountRow): 'FORBIDDEN' | MessageKey | null {
  if (!account.closes_at) return null
  if (account.closed_by === account.id) return 'account.closingByOwner'
  if (!viewer.admin) return 'FORBIDDEN'
  return account.closes_at <= viewer.now ? 'account.closed' : null
}

/** Whether the viewer may enable a disabled account, or take back one that is being closed. */
export const mayEnable = (viewer: Viewer, account: AccountRow): boolean =>
  !account.enabled && mayManage(viewer, account) && !whyNotReopened(viewer, account)

/** The row as it then is. */
const switched = (account: AccountRow, enabled: boolean): AccountRow => ({
  ...account,
  enabled,
  ...(enabled && notClosing),
})

const changesTo = (enabled: boolean, account: AccountRow): Changes => ({
  enabled: [account.enabled, enabled],
  closing: [account.closes_at !== null, !enabled && account.closes_at !== null],
})

const isOwn = (viewer: Viewer, account: AccountRow): boolean => account.id === viewer.accountId

interface Outcome {
  account: AccountRow
  result: 'CHANGED' | 'UNCHANGED' | 'FORBIDDEN' | 'CONFLICT'
  message: MessageKey | null
}

const OperatorOutcome = builder.objectRef<Outcome>('OperatorOutcome').implement({
  fields: (t) => ({
    operator: t.field({ type: Operator, description: 'as it is now', resolve: ({ account }) => account }),
    result: t.field({
      type: builder.enumType('OperatorResult', {
        values: {
          CHANGED: {},
          UNCHANGED: { description: 'it is that already' },
          FORBIDDEN: { description: 'the caller may not' },
          CONFLICT: { description: 'message says why' },
        } satisfies Record<Outcome['result'], object>,
      }),
      resolve: ({ result }) => result,
    }),
    message: t.string({
      nullable: true,
      resolve: ({ message }, _args, context) => message && messageText(message, localeOf(context)),
    }),
  }),
})

for (const enabled of [true, false]) {
  const name = enabled ? 'validOperator' : 'invalidOperator'
  const rule = enabled
    ? 'who: as updateOperator'
    : 'every session ends, the owner is told. who: as updateOperator; never oneself, never the last enabled admin'

  mutation({
    name,
    description: enabled
      ? `enables; an administrator takes back what an administrator closed. ${rule}`
      : `disables: ${rule}`,
    can: 'ACCOUNT_MANAGE',
    input: { id: id() },
    returns: Operator,

    async target(tx, input, viewer): Promise<Target<AccountRow> | null> {
      const [row] = await lockAll(tx, [input.id], viewer)
      return row ? { row, relations: relationsToAccount(viewer, row) } : null
    },

    async run({ tx, context, viewer, target: account }) {
      if (!enabled && isOwn(viewer, account)) throw new AppError('CONFLICT', { message: ['account.self'] })
      if (account.enabled === enabled) return account
      const refused = enabled && whyNotReopened(viewer, account)
      if (refused === 'FORBIDDEN') throw new AppError('FORBIDDEN')
      if (refused) throw new AppError('CONFLICT', { message: [refused] })
      await switchTo(enabled, tx, context, [account])
      return switched(account, enabled)
    },

    audit: ({ target }) => ({ ...ofAccount(target), changes: changesTo(enabled, target) }),
  })

  mutation({
    name: `${name}s`,
    description: `as ${name}, over up to 1,000 accounts: those that can be are changed, the answer says which. who: admin, account_management, for each account as updateOperator`,
    can: 'ACCOUNT_READ',
    input: { ids: listOf(id(), limits.batch) },
    returns: [OperatorOutcome],
    target: async (tx, input, viewer) => ({ row: await lockAll(tx, input.ids, viewer), relations: [] }),

    async run({ tx, context, viewer, target: accounts }): Promise<Outcome[]> {
      const outcomes = accounts.map((account): Outcome => {
        if (!mayManage(viewer, account)) return { account, result: 'FORBIDDEN', message: null }
        if (account.enabled === enabled) return { account, result: 'UNCHANGED', message: null }
        if (!enabled && isOwn(viewer, account))
          return { account, result: 'CONFLICT', message: 'account.self' }
        const refused = enabled && whyNotReopened(viewer, account)
        if (refused === 'FORBIDDEN') return { account, result: 'FORBIDDEN', message: null }
        if (refused) return { account, result: 'CONFLICT', message: refused }
        return { account: switched(account, enabled), result: 'CHANGED', message: null }
      })
      const done = new Set(
        outcomes.filter(({ result }) => result === 'CHANGED').map(({ account }) => account.id),
      )
      const changed = accounts.filter(({ id }) => done.has(id))
      await switchTo(enabled, tx, context, changed)
      await recordAudits(
        tx,
        changed.map((account) => ({
          ...ofAccount(account),
          actorId: viewer.accountId,
          action: enabled ? 'ValidOperator' : 'InvalidOperator',
          ip: context.request.ip,
          success: true,
          changes: changesTo(enabled, account),
        })),
      )
      return outcomes
    },

    // Each account has its own row.
    audit: () => ({ tenantId: null, targetType: 'account', targetId: null, changes: {} }),
  })
}
