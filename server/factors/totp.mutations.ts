import { limits } from '../../contract/limits.ts'
import { codeField } from '../accounts/proof.ts'
import { lockOwn, ofAccount } from '../accounts/target.ts'
import { builder } from '../core/builder.ts'
import { AppError, badInput } from '../core/errors.ts'
import { opaque, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { AddedFactor, addFactor, admitAnother } from './adding.ts'
import { openChallenge, tryChallenge } from './challenges.ts'
import { seal, unseal } from './sealing.ts'
import { holdKey, readKey } from './store.ts'
import { newTotpSecret, stepOf, totpUri } from './totp.ts'

interface SetUp {
  setUp: string
  secret: string
  uri: string
}

const TotpSetUp = builder.objectRef<SetUp>('TotpSetUp').implement({
  description: 'An authenticator app that is being set up',
  fields: (t) => ({
    setUp: t.exposeString('setUp', {
      description: `what confirmTotp takes, ${limits.factor.setUp / 60} minutes long`,
    }),
    secret: t.exposeString('secret', { description: 'base32, for who cannot scan' }),
    uri: t.exposeString('uri', { description: 'otpauth://totp/…, to be shown as a QR code' }),
  }),
})

mutation({
  name: 'createTotp',
  description: 'begins to set up an authenticator app; nothing changes before confirmTotp. who: signed in',
  can: 'ACCOUNT_OWN',
  effects: ['OWN_CREDENTIALS'],
  whileLocked: ['FACTOR_REQUIRED'],
  input: {},
  returns: TotpSetUp,
  target: lockOwn,

  async run({ tx, context, target: account }) {
    await admitAnother(tx, context, account)
    const secret = newTotpSecret()
    const setUp = await openChallenge(tx, {
      purpose: 'set_up',
      account_id: account.id,
      secret: seal(await holdKey(tx), account.id, secret),
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
    'adds the authenticator app that shows this code; five tries, then CONFLICT: begin anew. who: signed in',
  can: 'ACCOUNT_OWN',
  effects: [],
  whileLocked: ['FACTOR_REQUIRED'],
  input: { setUp: opaque(128), code: codeField(), name: text(limits.name) },
  returns: AddedFactor,

  /** The try stays counted whatever comes after it. */
  async prepare({ context: { db }, viewer, input }) {
    const challenge = await tryChallenge(db.query, input.setUp, 'set_up')
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
