import { limits } from '../../contract/limits.ts'
import { lockOwn, ofAccount } from '../accounts/target.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { AppError, badInput } from '../core/errors.ts'
import { opaque, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { AddedFactor, addFactor, assertCanAddFactor } from './add-factor.ts'
import { attemptChallenge, openChallenge } from './challenges.ts'
import { checkCreation, creationOptions, type RelyingParty, requestOptions } from './passkeys.ts'
import { isPasskeyTaken, listPasskeys } from './store.ts'

interface PasskeyOptions {
  setUp?: string
  options: object
}

const PasskeySetUp = builder.objectRef<Required<PasskeyOptions>>('PasskeySetUp').implement({
  description: 'Data for the registration of a new passkey',
  fields: (t) => ({
    setUp: t.exposeString('setUp', {
      description: `ID of the pending setup, to be passed to confirmPasskey within ${limits.factor.setUp / 60} minutes`,
    }),
    options: t.expose('options', {
      type: 'JSON',
      description:
        'PublicKeyCredentialCreationOptionsJSON (WebAuthn), to be passed to navigator.credentials.create',
    }),
  }),
})

const PasskeyChallenge = builder.objectRef<PasskeyOptions>('PasskeyChallenge').implement({
  description: 'A challenge to be signed by a passkey',
  fields: (t) => ({
    options: t.expose('options', {
      type: 'JSON',
      description:
        'PublicKeyCredentialRequestOptionsJSON (WebAuthn), to be passed to navigator.credentials.get',
    }),
  }),
})

/** Returns the WebAuthn relying party. Throws CONFLICT if the public URL does not support passkeys. */
export function relyingParty({ services }: Pick<Context, 'services'>): RelyingParty {
  const party = services.relyingParty()
  if (!party) throw new AppError('CONFLICT', { message: ['passkey.notHere'] })
  return party
}

mutation({
  name: 'createPasskey',
  description:
    "Starts the setup of a passkey, which confirmPasskey completes. CONFLICT if the server's public URL does not support passkeys, which need a domain name and HTTPS. Access: signed-in users.",
  can: 'ACCOUNT_OWN',
  effects: ['OWN_CREDENTIALS'],
  whileLocked: ['FACTOR_REQUIRED'],
  input: {},
  returns: PasskeySetUp,
  target: lockOwn,

  async run({ tx, context, target: account }) {
    const party = relyingParty(context)
    await assertCanAddFactor(tx, context, account)
    const setUp = await openChallenge(tx, {
      purpose: 'set_up',
      account_id: account.id,
      seconds: limits.factor.setUp,
    })
    const label = account.username ?? account.mobile_phone ?? account.name
    const registered = await listPasskeys(tx, account.id)
    const { id, name } = account
    const namedParty = { ...party, name: context.services.product }
    return { setUp, options: await creationOptions(namedParty, setUp, { id, label, name }, registered) }
  },

  audit: ({ target }) => ({ ...ofAccount(target), changes: {} }),
})

mutation({
  name: 'confirmPasskey',
  description:
    "Completes the setup that createPasskey started and adds the passkey to the caller's account. `response` is the RegistrationResponseJSON (WebAuthn) as a string. Access: signed-in users.",
  can: 'ACCOUNT_OWN',
  effects: [],
  whileLocked: ['FACTOR_REQUIRED'],
  input: { setUp: opaque(128), response: opaque(limits.factor.answer), name: text(limits.name) },
  returns: AddedFactor,

  async prepare({ context, viewer, input }) {
    const challenge = await attemptChallenge(context.db.query, input.setUp, 'set_up')
    if (challenge?.account_id !== viewer.accountId || challenge.secret)
      throw new AppError('CONFLICT', { message: ['factor.setUpOver'] })
    const passkey = await checkCreation(relyingParty(context), input.setUp, input.response)
    if (!passkey) throw badInput({ response: ['passkey.wrong'] })
    return { id: challenge.id, passkey }
  },
  target: lockOwn,

  async run(call) {
    const { credentialId, publicKey, counter, transports } = call.prepared.passkey
    // Rejects a credential id that is already registered, as WebAuthn level 3 requires (section 7.1, step
    // 26).
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
  description:
    'Returns a challenge for reauthenticate that a passkey must sign. The challenge can be used once within 5 minutes. CONFLICT if the caller has no passkey. Access: signed-in users.',
  can: 'ACCOUNT_OWN',
  effects: [],
  whileLocked: ['PASSWORD_CHANGE_REQUIRED', 'FACTOR_REQUIRED'],
  input: {},
  returns: PasskeyChallenge,
  target: lockOwn,

  async run({ tx, context, target: account }) {
    const party = relyingParty(context)
    const registered = await listPasskeys(tx, account.id)
    if (!registered.length) throw new AppError('CONFLICT', { message: ['factor.none'] })
    await context.services.limiter.take(tx, {
      kind: 'factor.challenge',
      subject: account.id,
      max: limits.factor.challengesPerHour,
      window: 3_600,
    })
    const seconds = limits.factor.lifetime
    const token = await openChallenge(tx, { purpose: 'confirm', account_id: account.id, seconds })
    return { options: await requestOptions(party, token, registered) }
  },

  audit: ({ target }) => ({ ...ofAccount(target), changes: {} }),
})
