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
  confirmReset,
  endReset,
  findConfirmers,
  findResets,
  insertReset,
  type ResetRow,
  takesPart,
} from './store.ts'

// Somebody has lost what they sign in with. Two who may remove it agree, its owner is told and has a day to say no.

interface Asked {
  account: AccountRow
  reset: ResetRow | undefined
}

/** The account, locked, with what is asked for it: of two who act at once the second sees what the first has done. */
async function lockAsked(
  tx: Tx,
  input: { operatorId: string },
  viewer: Viewer,
): Promise<Target<Asked> | null> {
  const found = await lockTarget(tx, input.operatorId, viewer)
  if (!found) return null
  const reset = (await findResets(tx, [found.row.id])).get(found.row.id)
  return { ...found, row: { account: found.row, reset } }
}

const conflict = (message: 'self' | 'open' | 'alone' | 'gone' | 'another' | 'dependent') =>
  new AppError('CONFLICT', { message: [`factorReset.${message}`] })

const changed = (account: AccountRow) => ({ ...ofAccount(account), changes: {}, always: true })

mutation({
  name: 'askFactorReset',
  description:
    'asks for every second factor of another account to be removed, which another, independent one confirms within 7 days; CONFLICT where nobody else could. who: admin, security_management',
  can: 'ACCOUNT_FACTORS',
  effects: ['CREDENTIALS'],
  input: { operatorId: id() },
  returns: 'Boolean',
  target: lockAsked,

  async run({ tx, context: { services }, viewer, target: { account, reset } }) {
    if (account.id === viewer.accountId) throw conflict('self')
    if (!(await factorsOf(tx, account.id)).length)
      throw new AppError('CONFLICT', { message: ['factorReset.none'] })
    if (reset) throw conflict('open')
    if (!(await takesPart(tx, viewer.accountId))) throw conflict('dependent')
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

  audit: ({ target: { account } }) => changed(account),
})

mutation({
  name: 'confirmFactorReset',
  description:
    'by another, independent person: their account, password and permission are older than the request, and nobody else has set them within 30 days. The owner is told, and a day later every second factor is removed. who: admin, security_management',
  can: 'ACCOUNT_FACTORS',
  effects: ['CREDENTIALS'],
  input: { operatorId: id() },
  returns: 'Boolean',
  target: lockAsked,

  async run({ tx, context: { services, request }, viewer, target: { account, reset } }) {
    if (account.id === viewer.accountId) throw conflict('self')
    if (!reset || reset.confirmed_by) throw conflict('gone')
    if (reset.asked_by === viewer.accountId) throw conflict('another')
    if (!(await takesPart(tx, viewer.accountId, reset))) throw conflict('dependent')
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

  audit: ({ target: { account } }) => changed(account),
})

mutation({
  name: 'withdrawFactorReset',
  description: 'the factors stay. who: admin, security_management, the account itself',
  can: 'ACCOUNT_FACTORS_KEEP',
  effects: [],
  input: { operatorId: id() },
  returns: 'Boolean',
  target: lockAsked,

  async run({ tx, target: { account, reset } }) {
    if (!reset) throw conflict('gone')
    return endReset(tx, account.id)
  },

  audit: ({ target: { account } }) => changed(account),
})
