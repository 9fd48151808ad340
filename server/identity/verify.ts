import { hash } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { clientId } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { signingAlgorithms } from '../../contract/states.ts'
import { isId } from '../core/id.ts'
import type { SigningKeys } from './keys/keys.ts'

/** The account and session of a token. */
export interface Subject {
  accountId: string
  sessionId: string
}

export interface AccessToken extends Subject {
  claims: JWTPayload
}

/** A token that a program requested for itself, with this server as the audience. */
export interface ProgramToken {
  applicationId: string
  tokenId: string
  claims: JWTPayload
}

/**
 * The claims of an application's access token (RFC 9068). `grant_id` identifies the grant of the user's
 * sign-in and is absent for tokens of the client_credentials grant.
 */
export interface ApplicationToken extends JWTPayload {
  sub: string
  client_id: string
  aud: string
  scope?: string
  grant_id?: string
}

/** Maximum length of a token in characters. Tokens with all permissions of an organization are shorter. */
const maxTokenLength = 8192

/**
 * Returns the account and session of a valid access token of the console, or null. The caller must check in
 * the database whether the session has ended.
 */
export async function verifyAccessToken(
  token: string,
  keys: SigningKeys,
  issuer: string,
): Promise<AccessToken | null> {
  const caller = await verifyCaller(token, keys, issuer)
  return caller && 'accountId' in caller ? caller : null
}

/**
 * Returns the subject of a valid access token for this server: an account that uses the console, or a program
 * that acts for itself.
 */
export async function verifyCaller(
  token: string,
  keys: SigningKeys,
  issuer: string,
): Promise<AccessToken | ProgramToken | null> {
  const claims = await verifyLive(token, keys, issuer)
  // Tokens that applications got for a user are accepted only by userinfo, regardless of their audience.
  if (claims?.aud !== issuer) return null
  return claims.client_id === clientId ? subjectOf(claims) : programOf(claims as ApplicationToken)
}

/** Returns the claims of a valid access token of an application with any audience, or null. */
export async function verifyApplicationToken(
  token: string,
  keys: SigningKeys,
  issuer: string,
): Promise<ApplicationToken | null> {
  const claims = await verifyLive(token, keys, issuer)
  return claims && claims.client_id !== clientId ? (claims as ApplicationToken) : null
}

interface VerifiedToken {
  kid: string
  key: CryptoKey
  claims: JWTPayload
}

/**
 * Maximum number of verified tokens in the cache, which is keyed by SHA-256. A verification takes 0.1 ms, and
 * clients send the same token with each request. The keys are reloaded as new objects each minute, after
 * which each token is verified again.
 */
const cacheSize = 10_000
const verified = new WeakMap<SigningKeys, Map<string, VerifiedToken>>()

/** Returns the claims of an unexpired access token of this issuer, or null. */
async function verifyLive(token: string, keys: SigningKeys, issuer: string): Promise<JWTPayload | null> {
  const now = await keys.now()
  const digest = hash('sha256', token, 'base64')
  const cache = verified.get(keys) ?? new Map<string, VerifiedToken>()
  verified.set(keys, cache)
  const found = cache.get(digest)
  if (found && (await keys.find(found.kid)) === found.key)
    return isExpired(found.claims, now) ? null : found.claims

  let signer: Omit<VerifiedToken, 'claims'> | undefined
  const find = async (kid: string | undefined) => {
    const key = await keys.find(kid)
    if (key) signer = { kid: required(kid, 'kid'), key }
    return key
  }
  const claims = await verify(token, find, { issuer, typ: 'at+jwt', currentDate: now })
  if (!claims) return null
  if (cache.size >= cacheSize) cache.delete(required(cache.keys().next().value, 'oldest token'))
  cache.set(digest, { ...required(signer, 'signer'), claims })
  return claims
}

const isExpired = ({ exp }: JWTPayload, now: Date): boolean =>
  required(exp, 'exp') <= Math.floor(now.getTime() / 1000)

/** The account, session and client that an ID token identifies. */
export interface IdTokenHint {
  accountId: string
  /** The session, for an ID token of the console. Null for other ID tokens. */
  sessionId: string | null
  clientId: string
}

/** Returns the account, session and client of an ID token of this server, even if it has expired. */
export async function readIdTokenHint(
  token: string,
  keys: SigningKeys,
  issuer: string,
): Promise<IdTokenHint | null> {
  const claims = await verify(token, (kid) => keys.findRetired(kid), {
    issuer,
    // Accept expired ID tokens as hints, because they only identify the session to end (OpenID Connect
    // RP-Initiated Logout, section 2).
    currentDate: new Date(0),
  })
  const { sub, sid, aud } = claims ?? {}
  if (!isUuid(sub) || typeof aud !== 'string') return null
  return { accountId: sub, sessionId: aud === clientId && isUuid(sid) ? sid : null, clientId: aud }
}

async function verify(
  token: string,
  find: (kid: string | undefined) => Promise<CryptoKey | undefined> | CryptoKey | undefined,
  expected: { issuer: string; audience?: string; typ?: string; currentDate: Date },
): Promise<JWTPayload | null> {
  if (token.length > maxTokenLength || !isCanonical(token)) return null
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = await find(kid)
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
      },
      { ...expected, algorithms: [...signingAlgorithms], requiredClaims: ['sub', 'exp', 'iat'] },
    )
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function subjectOf(claims: JWTPayload): AccessToken | null {
  const { sub, sid } = claims
  return isUuid(sub) && isUuid(sid) ? { accountId: sub, sessionId: sid, claims } : null
}

function programOf(claims: ApplicationToken): ProgramToken | null {
  const { sub, client_id, grant_id, jti } = claims
  return sub === client_id && !grant_id ? { applicationId: sub, tokenId: required(jti, 'jti'), claims } : null
}

const isUuid = (value: unknown): value is string => typeof value === 'string' && isId(value)

/**
 * Whether the signature uses the canonical encoding. The last character of a signature has bits that decoders
 * ignore, but this server never sets them.
 */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}
