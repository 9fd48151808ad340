import type { MessageKey } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { first } from '../../../contract/required.ts'
import type { Changes } from '../../core/audit.ts'
import { builder } from '../../core/builder.ts'
import { changed, changeEach, type Outcome } from '../../core/bulk.ts'
import { type Context, localeOf } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { emit } from '../../core/events/emit.ts'
import { id, instant, listOf, optional } from '../../core/input.ts'
import { mutation } from '../../core/operation.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Tx } from '../../db/open.ts'
import { accountEvent } from '../events.ts'
import { notifyClosureCanceled, sendNotice } from '../register.ts'
import type { AccountRow } from '../store.ts'
import { lockAmongAdmins, lockWithAdmins, mayManage, ofAccount } from '../target.ts'
import { Operator } from '../types.ts'
import { messageOf, OperatorResult, type Rejection, resultOf } from './outcome.ts'
import { notClosing, saveEnabled } from './store.ts'

/**
 * Returns why the viewer cannot cancel the closure of an account. Returns null if the viewer can cancel it or
 * there is no closure.
 */
function reopenError(viewer: Viewer, account: AccountRow): 'FORBIDDEN' | MessageKey | null {
  if (!account.closes_at) return null
  if (account.closed_by === account.id) return 'account.closingByOwner'
  if (!viewer.admin) return 'FORBIDDEN'
  return account.closes_at <= viewer.now ? 'account.closed' : null
}

const isOwn = (viewer: Viewer, account: AccountRow): boolean => account.id === viewer.accountId

/**
 * Returns the account with its new state, or the reason why it stays unchanged. An account that was modified
 * after `since` stays unchanged.
 */
function decide(
  viewer: Viewer,
  account: AccountRow,
  enabled: boolean,
  since?: Date | null,
): AccountRow | Rejection {
  if (!mayManage(viewer, account)) return 'FORBIDDEN'
  if (since && account.modified_at > since) return 'changed.since'
  if (account.enabled === enabled) return 'UNCHANGED'
  if (!enabled) return isOwn(viewer, account) ? 'account.self' : { ...account, enabled }
  return reopenError(viewer, account) ?? { ...account, enabled, ...notClosing }
}

/** Whether the viewer can enable a disabled account or cancel its closure. */
export const mayEnable = (viewer: Viewer, account: AccountRow): boolean =>
  typeof decide(viewer, account, true) === 'object'

interface Call {
  tx: Tx
  context: Context
  viewer: Viewer
}

/**
 * Enables or disables accounts. Disabling an account ends its sessions, and enabling it does not restore
 * them.
 */
const setEnabled = (
  { tx, context: { services, request }, viewer }: Call,
  accounts: readonly AccountRow[],
  enabled: boolean,
  since?: Date | null,
): Promise<Outcome<AccountRow, Rejection>[]> =>
  changeEach<AccountRow, Rejection>(accounts, {
    decide: (account) => decide(viewer, account, enabled, since),
    async save(changes) {
      const saved = await saveEnabled(
        tx,
        changes.map(({ before }) => before.id),
        enabled,
      )
      if (!enabled)
        await emit(
          tx,
          changes.map(({ before }) => accountEvent('account.disabled', before.id)),
        )
      for (const { before } of changes) {
        if (enabled) {
          if (before.closes_at) await notifyClosureCanceled({ tx, services, request }, before)
          continue
        }
        await services.endSessions(tx, before.id, { reason: 'ACCOUNT_DISABLED' })
        await sendNotice({ tx, services, request }, before, 'account.disabled')
      }
      return new Map(saved.map((account) => [account.id, account]))
    },
  })

/** Enables or disables one account. Throws CONFLICT if the state of the account does not allow the change. */
async function setOneEnabled(
  call: Call,
  account: AccountRow,
  enabled: boolean,
  since?: Date | null,
): Promise<AccountRow> {
  const { now, result } = first(await setEnabled(call, [account], enabled, since), 'setEnabled')
  if (result === 'CHANGED' || result === 'UNCHANGED') return now
  // The result is not FORBIDDEN here, because `permit` has already thrown that error.
  throw new AppError('CONFLICT', { message: [result as MessageKey] })
}

const auditOf = (before: AccountRow, enabled: boolean) => ({
  ...ofAccount(before),
  changes: {
    enabled: [before.enabled, enabled],
    closing: [before.closes_at !== null, !enabled && before.closes_at !== null],
  } satisfies Changes,
})

const auditOfEach = (outcomes: readonly Outcome<AccountRow, Rejection>[], enabled: boolean) =>
  changed(outcomes).map(({ before }) => auditOf(before, enabled))

const lockEach = async (tx: Tx, { ids }: { ids: string[] }) => ({ row: await lockWithAdmins(tx, ids) })

const OperatorOutcome = builder.objectRef<Outcome<AccountRow, Rejection>>('OperatorOutcome').implement({
  fields: (t) => ({
    operator: t.field({
      type: Operator,
      description: 'The account after the call, whether it was changed or not',
      resolve: ({ now }) => now,
    }),
    modifyDateTime: t.field({
      type: 'DateTime',
      description: "Time of the account's last change, including this call",
      resolve: ({ now }) => now.modified_at,
    }),
    result: t.field({ type: OperatorResult, resolve: ({ result }) => resultOf(result) }),
    message: t.string({
      nullable: true,
      resolve: ({ result }, _args, context) => messageOf(result, localeOf(context)),
    }),
  }),
})

mutation({
  name: 'validOperator',
  description:
    'Enables an account. If the caller is an administrator, also cancels a closure that an administrator started. CONFLICT if the account was changed after unchangedSince. Access: same as updateOperator.',
  can: ['ACCOUNT_READ', 'ACCOUNT_MANAGE'],
  effects: [],
  input: { id: id(), unchangedSince: optional(instant()) },
  returns: Operator,
  target: (tx, input, viewer) => lockAmongAdmins(tx, input.id, viewer),
  permit({ viewer, target }) {
    if (decide(viewer, target, true) === 'FORBIDDEN') throw new AppError('FORBIDDEN')
  },
  run: ({ target, ...call }) => setOneEnabled(call, target, true, call.input.unchangedSince),
  audit: ({ target }) => auditOf(target, true),
})

mutation({
  name: 'invalidOperator',
  description:
    "Disables an account, ends its sessions and notifies its user. CONFLICT for the caller's own account. Access: same as updateOperator.",
  can: ['ACCOUNT_READ', 'ACCOUNT_MANAGE'],
  effects: [],
  input: { id: id() },
  returns: Operator,
  target: (tx, input, viewer) => lockAmongAdmins(tx, input.id, viewer),
  run: ({ target, ...call }) => setOneEnabled(call, target, false),
  audit: ({ target }) => auditOf(target, false),
})

mutation({
  name: 'validOperators',
  description:
    'Enables up to 1,000 accounts, like validOperator. Skips accounts that cannot be enabled or were changed after unchangedSince. Returns a result for each account. Access: admin, account_management; for each account, same as updateOperator.',
  can: 'ACCOUNT_READ',
  effects: [],
  input: { ids: listOf(id(), limits.batch), unchangedSince: optional(instant()) },
  returns: [OperatorOutcome],
  target: lockEach,
  run: ({ target, ...call }) => setEnabled(call, target, true, call.input.unchangedSince),
  audit: ({ result }) => auditOfEach(result, true),
  recordedAs: 'validOperator',
})

mutation({
  name: 'invalidOperators',
  description:
    'Disables up to 1,000 accounts, like invalidOperator. Skips accounts that cannot be disabled. Returns a result for each account. Access: admin, account_management; for each account, same as updateOperator.',
  can: 'ACCOUNT_READ',
  effects: [],
  input: { ids: listOf(id(), limits.batch) },
  returns: [OperatorOutcome],
  target: lockEach,
  run: ({ target, ...call }) => setEnabled(call, target, false),
  audit: ({ result }) => auditOfEach(result, false),
  recordedAs: 'invalidOperator',
})
