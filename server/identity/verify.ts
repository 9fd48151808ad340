import { hash } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { clientId } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { isId } from '../core/id.ts'
import type { SigningKeys } from './keys.ts'

/** Whom a token of ours speaks for. */
export interface Subject {
  accountId: string
  sessionId: string
}

export interface AccessToken extends Subject {
  claims: JWTPayload
}

/** Of a program that asked in its own name, for this server. */
export interface ProgramToken {
  applicationId: string
  tokenId: string
  claims: JWTPayload
}

/** RFC 9068; grant_id: the sign-in that it is of, none where a program asked in its own name. */
export interface ApplicationToken extends JWTPayload {
  sub: string
  client_id: string
  aud: string
  scope?: string
  grant_id?: string
}

/** Of an organization with all its codes. */
const longest = 8192

/**
 * The account and session of a live access token of this issuer; null for anything else. Says nothing of whether the
 * session has ended: that is asked of the database at each request.
 */
export async function verifyAccessToken(
  token: string,
  keys: SigningKeys,
  issuer: string,
): Promise<AccessToken | null> {
  const caller = await verifyCaller(token, keys, issuer)
  return caller && 'accountId' in caller ? caller : null
}

/** Who calls with a live access token for this server: an account by the console, or a program in its own name. */
export async function verifyCaller(
  token: string,
  keys: SigningKeys,
  issuer: string,
): Promise<AccessToken | ProgramToken | null> {
  const claims = await verifyLive(token, keys, issuer)
  // One that an application was given for somebody opens nothing here but userinfo, whatever its audience.
  if (claims?.aud !== issuer) return null
  return claims.client_id === clientId ? subjectOf(claims) : programOf(claims as ApplicationToken)
}

/** What a live access token says that was given to an application, for whatever audience; null for anything else. */
export async function verifyApplicationToken(
  token: string,
  keys: SigningKeys,
  issuer: string,
): Promise<ApplicationToken | null> {
  const claims = await verifyLive(token, keys, issuer)
  return claims && claims.client_id !== clientId ? (claims as ApplicationToken) : null
}

/** A token's claims with the key that its signature was found right by. */
interface Verified {
  kid: string
  key: CryptoKey
  claims: JWTPayload
}

/**
 * To verify a signature takes a tenth of a millisecond, and a token is sent with each call while it lives: so many are
 * known again by their SHA-256. The keys are read anew each minute, as other objects, and then each token is verified anew.
 */
const kept = 10_000
const verified = new WeakMap<SigningKeys, Map<string, Verified>>()

/** The claims of an access token of this issuer that has not expired. */
async function verifyLive(token: string, keys: SigningKeys, issuer: string): Promise<JWTPayload | null> {
  const now = await keys.now()
  const digest = hash('sha256', token, 'base64')
  const known = verified.get(keys) ?? new Map<string, Verified>()
  verified.set(keys, known)
  const found = known.get(digest)
  if (found && (await keys.find(found.kid)) === found.key)
    return isOver(found.claims, now) ? null : found.claims

  let signer: Omit<Verified, 'claims'> | undefined
  const find = async (kid: string | undefined) => {
    const key = await keys.find(kid)
    if (key) signer = { kid: required(kid, 'kid'), key }
    return key
  }
  const claims = await verify(token, find, { issuer, typ: 'at+jwt', currentDate: now })
  if (!claims) return null
  if (known.size >= kept) known.delete(required(known.keys().next().value, 'first key'))
  known.set(digest, { ...required(signer, 'signer'), claims })
  return claims
}

const isOver = ({ exp }: JWTPayload, now: Date): boolean =>
  exp !== undefined && exp <= Math.floor(now.getTime() / 1000)

/** Whom an ID token of ours was given about, and to whom. */
export interface IdTokenHint {
  accountId: string
  /** Of the console's own tokens. */
  sessionId: string | null
  clientId: string
}

/** What an ID token of ours says, however old it is. */
export async function readIdTokenHint(
  token: string,
  keys: SigningKeys,
  issuer: string,
): Promise<IdTokenHint | null> {
  const claims = await verify(token, (kid) => keys.findRetired(kid), {
    issuer,
    // A hint only says which session to end, so an expired one is as good (OpenID Connect RP-Initiated Logout, 2).
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
  if (token.length > longest || !hasOneSpelling(token)) return null
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = await find(kid)
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
      },
      { ...expected, algorithms: ['ES256'], requiredClaims: ['sub', 'exp', 'iat'] },
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

/** The last character of a signature has bits that decoders pass over; a token that uses them is not ours. */
function hasOneSpelling(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}
