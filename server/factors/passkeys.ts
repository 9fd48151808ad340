import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { limits } from '../../contract/limits.ts'

// Passkeys according to WebAuthn level 3. Passkeys sign the token of a challenge (challenges.ts), so each
// signature can be used once.

/** Loaded at the first use, because the library contains root certificates of many authenticators. */
const library = () => import('@simplewebauthn/server')

/** The host of the public address, which passkeys are bound to. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * Returns the relying party for a public URL. Returns null if browsers support no passkeys there: over plain
 * http (except localhost) and at an IP address.
 */
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

/** EdDSA, ES256 and RS256 (COSE identifiers), which authenticators support. */
const supportedAlgorithmIDs = [-8, -7, -257]

const bytes = (token: string) => new Uint8Array(Buffer.from(token, 'base64url'))
const seconds = (count: number) => count * 1_000
const toDescriptor = ({ credentialId: id, transports }: Passkey) => ({ id, transports })

/** Returns the user handle that a passkey stores: the 16 bytes of the account id, without a name. */
const handleOf = (accountId: string) => new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'))

/** Returns the account id in a user handle, or null if the handle does not contain one. */
export function accountOfHandle(handle: string | undefined): string | null {
  const hex = Buffer.from(handle ?? '', 'base64url').toString('hex')
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex)
  return parts ? parts.slice(1).join('-') : null
}

/**
 * Returns the options for `navigator.credentials.create`. A discoverable passkey with user verification can
 * later sign in without a password.
 */
export async function creationOptions(
  { id: rpID, name: rpName }: RelyingParty & { name: string },
  challenge: string,
  account: { id: string; label: string; name: string },
  registered: readonly Passkey[],
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
    excludeCredentials: registered.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Returns the new passkey, or null if the response does not match this challenge and this console. */
export async function checkCreation(
  { id, origin }: RelyingParty,
  challenge: string,
  text: string,
): Promise<Omit<Passkey, 'id'> | null> {
  const { verifyRegistrationResponse } = await library()
  const response = read<RegistrationResponseJSON>(text)
  const verification =
    response &&
    (await orNull(() =>
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        supportedAlgorithmIDs,
        requireUserVerification: false,
      }),
    ))
  if (!verification?.verified) return null
  const { id: credentialId, publicKey, counter, transports = [] } = verification.registrationInfo.credential
  return { credentialId, publicKey, counter, transports: transports.filter(isTransport) }
}

/** Transports are hints that the response contains, so only well-formed values are stored. */
const isTransport = (transport: unknown): transport is string =>
  typeof transport === 'string' && /^[a-z-]{1,16}$/.test(transport)

/**
 * Returns the options for `navigator.credentials.get`. Without `present`, any discoverable passkey with user
 * verification is accepted.
 */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  challenge: string,
  registered: readonly Passkey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID,
    challenge: bytes(challenge),
    allowCredentials: registered.map(toDescriptor),
    userVerification: registered.length ? 'preferred' : 'required',
    timeout: seconds(limits.factor.lifetime),
  })
}

/** Returns the unverified content of an assertion, or null if it is malformed. */
export function readAssertion(text: string) {
  const response = read<AuthenticationResponseJSON>(text)
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
 * Returns the new counter of the passkey, or null if the assertion does not match the passkey, the challenge
 * or this console. If `alone` is true, no other factor was verified before, so user verification is required.
 */
export async function checkAssertion(
  { id, origin }: RelyingParty,
  passkey: Passkey,
  { response, challenge, alone }: { response: AuthenticationResponseJSON; challenge: string; alone: boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const verification = await orNull(() =>
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
  return verification?.verified ? verification.authenticationInfo.newCounter : null
}

function read<T>(text: string): T | null {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** The library throws on any invalid response. It has no side effects. */
async function orNull<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check()
  } catch {
    return null
  }
}
