import { limits } from '../../contract/limits.ts'
import type { AccountRow } from '../accounts/store.ts'
import { lockOwn, ofAccount } from '../accounts/target.ts'
import { builder } from '../core/builder.ts'
import { AppError } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { id, text } from '../core/input.ts'
import { mutation, type Target } from '../core/operation.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { notifyFactorChanged } from './notify.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { dropFactor, type FactorRow, factorsOf, findFactor, renameFactor } from './store.ts'
import { Factor } from './types.ts'

// Mutations on existing second factors. The mutations that add factors are in totp.mutations.ts and
// passkey.mutations.ts.

export const RecoveryCodes = builder.objectRef<{ codes: string[] }>('RecoveryCodes').implement({
  description:
    'Recovery codes, which are returned only once. Each code can be used once in place of a second factor.',
  fields: (t) => ({ codes: t.exposeStringList('codes') }),
})

interface OwnFactor {
  account: AccountRow
  factor: FactorRow
}

/** Locks the viewer's account and returns one of its factors. */
async function lockFactor(tx: Tx, input: { id: string }, viewer: Viewer): Promise<Target<OwnFactor> | null> {
  const own = await lockOwn(tx, input, viewer)
  const factor = own && isId(input.id) ? await findFactor(tx, viewer.accountId, input.id) : undefined
  return own && factor ? { row: { account: own.row, factor }, relations: ['self'] } : null
}

mutation({
  name: 'updateFactor',
  description: 'Renames a second factor of the caller. Access: signed-in users.',
  can: 'ACCOUNT_OWN',
  effects: [],
  whileLocked: ['FACTOR_REQUIRED'],
  input: { id: id(), name: text(limits.name) },
  returns: Factor,
  target: lockFactor,
  run: ({ tx, viewer, input }) => renameFactor(tx, viewer.accountId, input.id, input.name),
  audit: ({ target: { account, factor }, result }) => ({
    ...ofAccount(account),
    changes: { factor: [factor.name, result.name] },
  }),
})

mutation({
  name: 'deleteFactor',
  description:
    'Deletes a second factor of the caller. Deleting the last factor also deletes the recovery codes. CONFLICT if it is the last factor and the account must have one. Access: signed-in users.',
  can: 'ACCOUNT_OWN',
  effects: ['OWN_CREDENTIALS'],
  input: { id: id() },
  returns: 'Boolean',
  target: lockFactor,

  async run({ tx, context: { services, request }, target: { account, factor } }) {
    await dropFactor(tx, account.id, factor.id)
    if (!(await factorsOf(tx, account.id)).length && (await services.isFactorRequired(tx, account.id)))
      throw new AppError('CONFLICT', { message: ['factor.last'] })
    await notifyFactorChanged({ tx, services, request }, account, 'factor.removed', factor.name)
    return true
  },

  audit: ({ target: { account, factor } }) => ({
    ...ofAccount(account),
    changes: { factor: [factor.name, null] },
  }),
})

mutation({
  name: 'createRecoveryCodes',
  description:
    'Replaces the recovery codes of the caller. CONFLICT if the caller has no second factor. Access: signed-in users.',
  can: 'ACCOUNT_OWN',
  effects: ['OWN_CREDENTIALS'],
  whileLocked: ['FACTOR_REQUIRED'],
  input: {},
  returns: RecoveryCodes,
  target: lockOwn,

  async run({ tx, target: account }) {
    if (!(await factorsOf(tx, account.id)).length)
      throw new AppError('CONFLICT', { message: ['factor.none'] })
    return { codes: await replaceRecoveryCodes(tx, account.id) }
  },

  audit: ({ target }) => ({ ...ofAccount(target), changes: {}, always: true }),
})
