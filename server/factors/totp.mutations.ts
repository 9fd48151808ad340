import { limits } from '../../contract/limits.ts'
import { codeField } from '../accounts/proof.ts'
import { lockOwn, ofAccount } from '../accounts/target.ts'
import { builder } from '../core/builder.ts'
import { AppError, badInput } from '../core/errors.ts'
import { opaque, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { AddedFactor, addFactor, assertCanAddFactor } from './add-factor.ts'
import { attemptChallenge, openChallenge } from './challenges.ts'
import { seal, unseal } from './sealing.ts'
import { lockKey, readKey } from './store.ts'
import { newTotpSecret, stepOf, totpUri } from './totp.ts'

interface SetUp {
  setUp: string
  secret: string
  uri: string
}

const TotpSetUp = builder.objectRef<SetUp>('TotpSetUp').implement({
  description: 'Data for the setup of an authenticator app',
  fields: (t) => ({
    setUp: t.exposeString('setUp', {
      description: `ID of the pending setup, to be passed to confirmTotp within ${limits.factor.setUp / 60} minutes`,
    }),
    secret: t.exposeString('secret', { description: 'The shared secret in Base32, for manual entry' }),
    uri: t.exposeString('uri', { description: 'otpauth://totp/… URI, to be shown as a QR code' }),
  }),
})

mutation({
  name: 'createTotp',
  description:
    'Starts the setup of an authenticator app, which confirmTotp completes. Access: signed-in users.',
  can: 'ACCOUNT_OWN',
  effects: ['OWN_CREDENTIALS'],
  whileLocked: ['FACTOR_REQUIRED'],
  input: {},
  returns: TotpSetUp,
  target: lockOwn,

  async run({ tx, context, target: account }) {
    await assertCanAddFactor(tx, context, account)
    const secret = newTotpSecret()
    const setUp = await openChallenge(tx, {
      purpose: 'set_up',
      account_id: account.id,
      secret: seal(await lockKey(tx), account.id, secret),
      seconds: limits.factor.setUp,
    })
    const label = account.username ?? account.mobile_phone ?? account.name
    return { setUp, secret, uri: totpUri(context.services.product, label, secret) }
  },

  audit: ({ target }) => ({ ...ofAccount(target), changes: {} }),
})

mutation({
  name: 'confirmTotp',
  description:
    'Completes the setup that createTotp started. `code` is a code from the authenticator app. CONFLICT after five wrong codes; then start again with createTotp. Access: signed-in users.',
  can: 'ACCOUNT_OWN',
  effects: [],
  whileLocked: ['FACTOR_REQUIRED'],
  input: { setUp: opaque(128), code: codeField(), name: text(limits.name) },
  returns: AddedFactor,

  /** Runs outside the transaction, so that the attempt is counted even if the call fails later. */
  async prepare({ context: { db }, viewer, input }) {
    const challenge = await attemptChallenge(db.query, input.setUp, 'set_up')
    if (challenge?.account_id !== viewer.accountId || !challenge.secret)
      throw new AppError('CONFLICT', { message: ['factor.setUpOver'] })
    const key = await readKey(db.query)
    const step = stepOf(unseal(key, viewer.accountId, challenge.secret), input.code, {
      now: viewer.now,
      after: null,
    })
    if (step === null) throw badInput({ code: ['factor.wrong'] })
    return { challenge, step }
  },
  target: lockOwn,

  run: (call) =>
    addFactor(call, call.target, call.prepared.challenge.id, {
      ...{ kind: 'totp', name: call.input.name, amr: ['otp'] },
      ...{ secret: call.prepared.challenge.secret, last_step: call.prepared.step },
    }),

  audit: ({ target, result }) => ({ ...ofAccount(target), changes: { factor: [null, result.factor.name] } }),
})
