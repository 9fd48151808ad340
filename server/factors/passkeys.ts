import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { limits } from '../../contract/limits.ts'

// This file implements passkeys according to WebAuthn level 3. A passkey signs the token of a challenge
// (challenges.ts), so each signature can be used only once.

/** Loads the library on first use, because it contains the root certificates of many authenticators. */
const library = () => import('@simplewebauthn/server')

/** The WebAuthn relying party. Passkeys are bound to its id, which is the host of the public URL. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * Returns the relying party for a public URL. Returns null if browsers do not support passkeys at this URL,
 * because its host is an IP address or it uses http: on a host other than localhost.
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

/** COSE identifiers of the accepted signature algorithms: EdDSA, ES256 and RS256. */
const supportedAlgorithmIDs = [-8, -7, -257]

const bytes = (token: string) => new Uint8Array(Buffer.from(token, 'base64url'))
const seconds = (count: number) => count * 1_000
const toDescriptor = ({ credentialId: id, transports }: Passkey) => ({ id, transports })

/**
 * Returns the user handle that a passkey stores. The handle consists of the 16 bytes of the account id, so it
 * reveals no name.
 */
const handleOf = (accountId: string) => new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'))

/** Returns the account id in a user handle, or null if the handle contains no valid id. */
export function accountOfHandle(handle: string | undefined): string | null {
  const hex = Buffer.from(handle ?? '', 'base64url').toString('hex')
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex)
  return parts ? parts.slice(1).join('-') : null
}

/**
 * Returns the options for `navigator.credentials.create`. A passkey that is discoverable and verifies the
 * user can later be used to sign in without a password.
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

/** Returns the new passkey, or null if the response does not match this challenge and this origin. */
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

/**
 * Transports are only hints from the client. Malformed values are therefore dropped, and the passkey is still
 * accepted.
 */
const isTransport = (transport: unknown): transport is string =>
  typeof transport === 'string' && /^[a-z-]{1,16}$/.test(transport)

/**
 * Returns the options for `navigator.credentials.get`. If `registered` is empty, any discoverable passkey
 * that verifies the user is accepted.
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

/** Parses an assertion without verifying it. Returns null if it is malformed. */
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
 * Verifies an assertion and returns the new signature counter of the passkey. Returns null if the assertion
 * does not match the passkey, the challenge or this origin. If `alone` is true, the passkey is the only
 * factor of the sign-in, so it must have verified the user.
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

/** Returns null if `check` throws, because the library throws on any invalid response. */
async function orNull<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check()
  } catch {
    return null
  }
}
