import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { limits } from '../../contract/limits.ts'

// Passkeys by WebAuthn level 3. What is signed is the token of the step that waits (challenges.ts), so each is good once.

/** Loaded when the first passkey is asked for: certificates of every kind of authenticator are in it. */
const library = () => import('@simplewebauthn/server')

/** Whose passkeys they are: the host that people reach the console by. */
export interface RelyingParty {
  id: string
  origin: string
}

/** null where browsers have no passkeys: by plain http, but for localhost, and at an IP address, which is no domain. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isDomain = !isIP(hostname) && !hostname.startsWith('[')
  const offered = hostname === 'localhost' || (protocol === 'https:' && isDomain)
  return offered ? { id: hostname, origin } : null
}

export interface Passkey {
  id: string
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
}

/** EdDSA, ES256, RS256 (COSE): what authenticators have. */
const supportedAlgorithmIDs = [-8, -7, -257]

const bytes = (token: string) => new Uint8Array(Buffer.from(token, 'base64url'))
const seconds = (count: number) => count * 1_000
const named = ({ credentialId: id, transports }: Passkey) => ({ id, transports })

/** What a passkey knows of whose it is: the 16 bytes of the account's id, no name. */
const handleOf = (accountId: string) => new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'))

/** The account that a passkey says that it is of; null where it says nothing of that kind. */
export function accountOfHandle(handle: string | undefined): string | null {
  const hex = Buffer.from(handle ?? '', 'base64url').toString('hex')
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex)
  return parts ? parts.slice(1).join('-') : null
}

/** What `navigator.credentials.create` is asked with. One that is discoverable and asks for finger or PIN can sign in alone. */
export async function creationOptions(
  { id: rpID, name: rpName }: RelyingParty & { name: string },
  challenge: string,
  account: { id: string; label: string; name: string },
  present: readonly Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName,
    rpID,
    challenge: bytes(challenge),
    userID: handleOf(account.id),
    userName: account.label,
    userDisplayName: account.name,
    timeout: seconds(limits.factor.setUp),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: present.map(named),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** The new passkey; null where the answer is not one to this challenge at this console. */
export async function checkCreation(
  { id, origin }: RelyingParty,
  challenge: string,
  answer: string,
): Promise<Omit<Passkey, 'id'> | null> {
  const { verifyRegistrationResponse } = await library()
  const response = read<RegistrationResponseJSON>(answer)
  const checked =
    response &&
    (await unlessRefused(() =>
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        supportedAlgorithmIDs,
        requireUserVerification: false,
      }),
    ))
  if (!checked?.verified) return null
  const { id: credentialId, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return { credentialId, publicKey, counter, transports: transports.filter(isTransport) }
}

/** Hints for the browser, by the answer's own word: only what looks like one is kept. */
const isTransport = (transport: unknown): transport is string =>
  typeof transport === 'string' && /^[a-z-]{1,16}$/.test(transport)

/** What `navigator.credentials.get` is asked with: one of these passkeys, or any that can sign in alone. */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  challenge: string,
  present: readonly Passkey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID,
    challenge: bytes(challenge),
    allowCredentials: present.map(named),
    userVerification: present.length ? 'preferred' : 'required',
    timeout: seconds(limits.factor.lifetime),
  })
}

/** What an assertion says of itself, before anything of it is believed; null where it is none. */
export function readAssertion(answer: string) {
  const response = read<AuthenticationResponseJSON>(answer)
  const { clientDataJSON, userHandle } = response?.response ?? {}
  if (typeof response?.id !== 'string' || typeof clientDataJSON !== 'string') return null
  const client = read<{ challenge?: unknown }>(Buffer.from(clientDataJSON, 'base64url').toString())
  return typeof client?.challenge === 'string'
    ? {
        response,
        credentialId: response.id,
        challenge: client.challenge,
        accountId: accountOfHandle(typeof userHandle === 'string' ? userHandle : undefined),
      }
    : null
}

/**
 * The passkey's new counter; null where the assertion is not its own, to this challenge at this console. alone: no other
 * factor came before it, so it has to have asked for finger or PIN.
 */
export async function checkAssertion(
  { id, origin }: RelyingParty,
  passkey: Passkey,
  { response, challenge, alone }: { response: AuthenticationResponseJSON; challenge: string; alone: boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const checked = await unlessRefused(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports,
      },
      requireUserVerification: alone,
    }),
  )
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}

function read<T>(text: string): T | null {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** The library throws for whatever is wrong with an answer; nothing else is done in it. */
async function unlessRefused<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check()
  } catch {
    return null
  }
}
