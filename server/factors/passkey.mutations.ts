import { limits } from '../../contract/limits.ts'
import { lockOwn, ofAccount } from '../accounts/target.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { AppError, badInput } from '../core/errors.ts'
import { opaque, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { AddedFactor, addFactor, admitAnother } from './adding.ts'
import { openChallenge, tryChallenge } from './challenges.ts'
import { checkCreation, creationOptions, type RelyingParty, requestOptions } from './passkeys.ts'
import { isPasskeyTaken, listPasskeys } from './store.ts'

interface Asked {
  setUp?: string
  options: object
}

const PasskeySetUp = builder.objectRef<Required<Asked>>('PasskeySetUp').implement({
  description: 'A passkey that is being set up',
  fields: (t) => ({
    setUp: t.exposeString('setUp', {
      description: `what confirmPasskey takes, ${limits.factor.setUp / 60} minutes long`,
    }),
    options: t.expose('options', {
      type: 'JSON',
      description: 'PublicKeyCredentialCreationOptionsJSON, for navigator.credentials.create',
    }),
  }),
})

const PasskeyChallenge = builder.objectRef<Asked>('PasskeyChallenge').implement({
  description: 'What a passkey is asked to sign',
  fields: (t) => ({
    options: t.expose('options', {
      type: 'JSON',
      description: 'PublicKeyCredentialRequestOptionsJSON, for navigator.credentials.get',
    }),
  }),
})

/** Throws CONFLICT where this address has none. */
export function relyingParty({ services }: Pick<Context, 'services'>): RelyingParty {
  const party = services.relyingParty()
  if (!party) throw new AppError('CONFLICT', { message: ['passkey.notHere'] })
  return party
}

mutation({
  name: 'createPasskey',
  description:
    'begins to set up a passkey; nothing changes before confirmPasskey; CONFLICT where the public address is no domain with TLS. who: signed in',
  can: 'ACCOUNT_OWN',
  effects: ['OWN_CREDENTIALS'],
  whileLocked: ['FACTOR_REQUIRED'],
  input: {},
  returns: PasskeySetUp,
  target: lockOwn,

  async run({ tx, context, target: account }) {
    const party = relyingParty(context)
    await admitAnother(tx, context, account)
    const setUp = await openChallenge(tx, {
      purpose: 'set_up',
      account_id: account.id,
      seconds: limits.factor.setUp,
    })
    const label = account.username ?? account.mobile_phone ?? account.name
    const present = await listPasskeys(tx, account.id)
    const { id, name } = account
    const named = { ...party, name: context.services.product }
    return { setUp, options: await creationOptions(named, setUp, { id, label, name }, present) }
  },

  audit: ({ target }) => ({ ...ofAccount(target), changes: {} }),
})

mutation({
  name: 'confirmPasskey',
  description:
    'adds the passkey that was made: response is the RegistrationResponseJSON as text. who: signed in',
  can: 'ACCOUNT_OWN',
  effects: [],
  whileLocked: ['FACTOR_REQUIRED'],
  input: { setUp: opaque(128), response: opaque(limits.factor.answer), name: text(limits.name) },
  returns: AddedFactor,

  async prepare({ context, viewer, input }) {
    const challenge = await tryChallenge(context.db.query, input.setUp, 'set_up')
    if (challenge?.account_id !== viewer.accountId || challenge.secret)
      throw new AppError('CONFLICT', { message: ['factor.setUpOver'] })
    const made = await checkCreation(relyingParty(context), input.setUp, input.response)
    if (!made) throw badInput({ response: ['passkey.wrong'] })
    return { id: challenge.id, made }
  },
  target: lockOwn,

  async run(call) {
    const { credentialId, publicKey, counter, transports } = call.prepared.made
    // WebAuthn level 3, 7.1, step 26.
    if (await isPasskeyTaken(call.tx, credentialId)) throw badInput({ response: ['passkey.taken'] })
    return addFactor(call, call.target, call.prepared.id, {
      ...{ kind: 'passkey', name: call.input.name, amr: ['pop'] },
      ...{ credential_id: credentialId, public_key: Buffer.from(publicKey), counter, transports },
    })
  },

  audit: ({ target, result }) => ({ ...ofAccount(target), changes: { factor: [null, result.factor.name] } }),
})

mutation({
  name: 'createPasskeyChallenge',
  description: 'what a passkey signs for reauthenticate, once within 5 minutes. who: signed in',
  can: 'ACCOUNT_OWN',
  effects: [],
  whileLocked: ['PASSWORD_CHANGE_REQUIRED', 'FACTOR_REQUIRED'],
  input: {},
  returns: PasskeyChallenge,
  target: lockOwn,

  async run({ tx, context, target: account }) {
    const party = relyingParty(context)
    const present = await listPasskeys(tx, account.id)
    if (!present.length) throw new AppError('CONFLICT', { message: ['factor.none'] })
    await context.services.limiter.take(tx, {
      kind: 'factor.challenge',
      who: account.id,
      max: limits.factor.challengesPerHour,
      window: 3_600,
    })
    const seconds = limits.factor.lifetime
    const token = await openChallenge(tx, { purpose: 'confirm', account_id: account.id, seconds })
    return { options: await requestOptions(party, token, present) }
  },

  audit: ({ target }) => ({ ...ofAccount(target), changes: {} }),
})
