import { sendNotice } from '../../accounts/register.ts'
import type { AccountRow } from '../../accounts/store.ts'
import { lockTarget, ofAccount } from '../../accounts/target.ts'
import { AppError } from '../../core/errors.ts'
import { id } from '../../core/input.ts'
import { mutation, type Target } from '../../core/operation.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Tx } from '../../db/open.ts'
import { factorsOf } from '../store.ts'
import {
  canTakePart,
  confirmReset,
  endReset,
  findConfirmers,
  findResets,
  insertReset,
  type ResetRow,
} from './store.ts'

// Mutations for removing lost second factors. Two authorized people must agree. The owner of the account is
// notified and can object within a day.

interface ResetTarget {
  account: AccountRow
  reset: ResetRow | undefined
}

/**
 * Locks the account and returns it with its pending removal request. Because of the lock, the second of two
 * concurrent calls sees the result of the first.
 */
async function lockReset(
  tx: Tx,
  input: { operatorId: string },
  viewer: Viewer,
): Promise<Target<ResetTarget> | null> {
  const found = await lockTarget(tx, input.operatorId, viewer)
  if (!found) return null
  const reset = (await findResets(tx, [found.row.id])).get(found.row.id)
  return { ...found, row: { account: found.row, reset } }
}

const conflict = (message: 'self' | 'open' | 'alone' | 'gone' | 'another' | 'dependent') =>
  new AppError('CONFLICT', { message: [`factorReset.${message}`] })

const auditReset = (account: AccountRow) => ({ ...ofAccount(account), changes: {}, always: true })

mutation({
  name: 'askFactorReset',
  description:
    'Requests the removal of every second factor of another account. An independent person must confirm the request within 7 days. CONFLICT if nobody else can confirm the request. Access: admin, security_management.',
  can: 'ACCOUNT_FACTORS',
  effects: ['CREDENTIALS'],
  input: { operatorId: id() },
  returns: 'Boolean',
  target: lockReset,

  async run({ tx, context: { services }, viewer, target: { account, reset } }) {
    if (account.id === viewer.accountId) throw conflict('self')
    if (!(await factorsOf(tx, account.id)).length)
      throw new AppError('CONFLICT', { message: ['factorReset.none'] })
    if (reset) throw conflict('open')
    if (!(await canTakePart(tx, viewer.accountId))) throw conflict('dependent')
    const confirmers = await findConfirmers(tx, account, viewer.accountId)
    if (!confirmers.length) throw conflict('alone')
    await insertReset(tx, account.id, viewer.accountId)
    await services.sendMessage(tx, {
      accountId: confirmers,
      template: 'factor.resetAsked',
      params: { account: account.name },
      personId: account.id,
      subjectId: account.id,
      link: `/all-management/account-management/${account.id}`,
    })
    return true
  },

  audit: ({ target: { account } }) => auditReset(account),
})

mutation({
  name: 'confirmFactorReset',
  description:
    'Confirms a removal of second factors that another person requested. The user of the account is notified, and a day later every second factor is removed. CONFLICT unless the caller is independent: their account, password and permission must be older than the request and must not have been set by somebody else in the last 30 days. Access: admin, security_management.',
  can: 'ACCOUNT_FACTORS',
  effects: ['CREDENTIALS'],
  input: { operatorId: id() },
  returns: 'Boolean',
  target: lockReset,

  async run({ tx, context: { services, request }, viewer, target: { account, reset } }) {
    if (account.id === viewer.accountId) throw conflict('self')
    if (!reset || reset.confirmed_by) throw conflict('gone')
    if (reset.asked_by === viewer.accountId) throw conflict('another')
    if (!(await canTakePart(tx, viewer.accountId, reset))) throw conflict('dependent')
    await confirmReset(tx, account.id, viewer.accountId)
    await services.completeTodos(tx, account.id)
    const template = 'factor.resetComing'
    await services.sendMessage(tx, {
      accountId: account.id,
      template,
      params: {},
      link: '/accountInfo/index',
    })
    await sendNotice({ tx, services, request }, account, template)
    return true
  },

  audit: ({ target: { account } }) => auditReset(account),
})

mutation({
  name: 'withdrawFactorReset',
  description:
    'Withdraws a request to remove the second factors of an account. Access: admin, security_management, the account itself.',
  can: 'ACCOUNT_FACTORS_KEEP',
  effects: [],
  input: { operatorId: id() },
  returns: 'Boolean',
  target: lockReset,

  async run({ tx, target: { account, reset } }) {
    if (!reset) throw conflict('gone')
    return endReset(tx, account.id)
  },

  audit: ({ target: { account } }) => auditReset(account),
})
