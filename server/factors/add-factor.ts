import { limits } from '../../contract/limits.ts'
import type { AccountRow } from '../accounts/store.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { newId } from '../core/id.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { renewProof } from '../sessions/store.ts'
import { spendChallenge } from './challenges.ts'
import { notifyFactorChanged } from './notify.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { type FactorRow, factorsOf, insertFactor, type NewFactor } from './store.ts'
import { Factor } from './types.ts'

// The result of adding an authenticator app or a passkey.

interface AddResult {
  factor: FactorRow
  recoveryCodes: string[]
}

export const AddedFactor = builder.objectRef<AddResult>('AddedFactor').implement({
  fields: (t) => ({
    factor: t.field({ type: Factor, resolve: ({ factor }) => factor }),
    recoveryCodes: t.stringList({
      description: 'New recovery codes, which are returned only once; empty if the account already had some',
      resolve: ({ recoveryCodes }) => recoveryCodes,
    }),
  }),
})

/** Counts the attempt and checks that the account can add another factor. Throws CONFLICT or RATE_LIMITED. */
export async function assertCanAddFactor(
  tx: Tx,
  { services }: Pick<Context, 'services'>,
  account: AccountRow,
) {
  const { each: max, setUpsPerHour } = limits.factor
  if ((await factorsOf(tx, account.id)).length >= max)
    throw new AppError('CONFLICT', { message: ['factor.tooMany', { max }] })
  await services.limiter.take(tx, {
    kind: 'factor.setUp',
    subject: account.id,
    max: setUpsPerHour,
    window: 3_600,
  })
}

/**
 * Adds a verified factor, in the same transaction that consumes the challenge. Throws CONFLICT if the
 * challenge has already been used or the account has too many factors.
 */
export async function addFactor(
  { tx, context, viewer }: { tx: Tx; context: Context; viewer: Viewer },
  account: AccountRow,
  challenge: Buffer,
  { amr, ...factor }: Omit<NewFactor, 'id' | 'account_id'> & { amr: string[] },
): Promise<AddResult> {
  if (!(await spendChallenge(tx, challenge)))
    throw new AppError('CONFLICT', { message: ['factor.setUpOver'] })
  if ((await factorsOf(tx, account.id)).length >= limits.factor.each)
    throw new AppError('CONFLICT', { message: ['factor.tooMany', { max: limits.factor.each }] })
  const added = await insertFactor(tx, { ...factor, account_id: account.id, id: newId() })
  const left = await countRecoveryCodes(tx, account.id)
  // Adding a factor also proves the user's identity, because it requires both a session and the new factor.
  await renewProof(tx, account.id, viewer.sessionId, amr)
  await notifyFactorChanged(
    { tx, services: context.services, request: context.request },
    account,
    'factor.added',
    added.name,
  )
  return { factor: added, recoveryCodes: left ? [] : await replaceRecoveryCodes(tx, account.id) }
}
