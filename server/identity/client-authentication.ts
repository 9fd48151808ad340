import { hash } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import { errors as oidcErrors } from 'oidc-provider'
import { limits } from '../../contract/limits.ts'
import { useOnce } from '../applications/issued.ts'
import { hasSecret } from '../applications/rules.ts'
import { isSecretOf } from '../applications/secrets.ts'
import { type ApplicationRow, findApplication } from '../applications/store.ts'
import type { Usage } from '../applications/usage/usage.ts'
import type { Limiter } from '../core/limit.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database } from '../db/open.ts'
import { invalidRequest, OAuthError } from './errors.ts'
import type { Form } from './form.ts'

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** Maximum lifetime of client assertions, in seconds. It applies to every endpoint. */
const maxAssertionLifetime = 600

/**
 * Checks client assertions that oidc-provider receives at its own endpoints. Throws invalid_client if the
 * `exp` claim is too far in the future.
 */
export async function assertShortAssertion(_ctx: unknown, { exp }: JWTPayload): Promise<void> {
  if (!isShortLived(exp))
    throw new oidcErrors.InvalidClientAuth('the lifetime of the client assertion is too long')
}

const isShortLived = (exp: number | undefined): boolean =>
  exp !== undefined && exp - Date.now() / 1000 <= maxAssertionLifetime

interface Dependencies {
  db: Database
  limiter: Limiter
  usage: Usage
  /** Allowed audiences of an assertion: the issuer and the endpoint that receives it. */
  audiences: string[]
}

export const authenticationFailed = () =>
  new OAuthError(401, 'invalid_client', 'client authentication failed')

/**
 * Authenticates the application that calls introspection or revocation, by client_secret_basic,
 * client_secret_post or private_key_jwt. A public client has no secret, so its client_id is enough. Throws
 * invalid_client.
 */
export async function authenticateApplication(
  deps: Dependencies,
  { form, authorization, request }: { form: Form; authorization: string | undefined; request: RequestInfo },
): Promise<ApplicationRow> {
  const { db, limiter, usage } = deps
  const assertion = form.get('client_assertion')
  const basic = authorization ? basicCredentials(authorization) : undefined
  const posted = form.get('client_secret')
  if ([assertion, basic, posted].filter(Boolean).length > 1)
    throw invalidRequest('use only one client authentication method')
  const id = basic?.id ?? form.get('client_id') ?? (assertion && subjectOf(assertion))
  const application = id ? await findApplication(db.query, id) : undefined
  if (!application?.enabled || application.id !== id) throw authenticationFailed()
  if (form.get('client_id') && form.get('client_id') !== id)
    throw invalidRequest('client_id differs from the client that authenticates')

  const reject = () => {
    usage.refused(application.id, { kind: 'CLIENT_AUTHENTICATION', detail: '' })
    return authenticationFailed()
  }
  if (assertion) {
    const typed = form.get('client_assertion_type') === assertionType && application.jwks !== null
    if (typed && (await isAssertionOf(deps, application, assertion))) return application
    throw reject()
  }
  const secret = basic?.secret ?? posted
  const isPublic = !hasSecret(application.kind)
  if (isPublic && !secret) return application
  if (!isPublic && secret && !application.jwks && (await isSecretOf(db.query, application.id, secret)))
    return application
  await countWrongSecret(limiter, db, request.network)
  throw reject()
}

/**
 * Parses an Authorization header with Basic credentials. Client id and secret are each form-encoded (RFC
 * 6749, section 2.3.1).
 */
function basicCredentials(header: string): { id: string; secret: string } {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1]
  const [id, secret] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(/:(.*)/s)
  try {
    if (id && secret) return { id: formDecoded(id), secret: formDecoded(secret) }
  } catch {
    // Malformed credentials are handled like wrong credentials.
  }
  throw authenticationFailed()
}

const formDecoded = (text: string) => decodeURIComponent(text.replaceAll('+', '%20'))

function subjectOf(assertion: string): string | undefined {
  try {
    return decodeJwt(assertion).sub
  } catch {
    return undefined
  }
}

/**
 * Whether an assertion is valid (RFC 7523, section 3). It must be signed by a key of the application, issued
 * for this server, short-lived and not used before.
 */
async function isAssertionOf(
  { db, audiences }: Dependencies,
  { id, jwks }: ApplicationRow,
  assertion: string,
): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet(jwks as never), {
      issuer: id,
      subject: id,
      audience: audiences,
      algorithms: ['ES256', 'RS256', 'PS256', 'EdDSA'],
      requiredClaims: ['exp', 'jti'],
    })
    return isShortLived(payload.exp) && (await useAssertion(db, payload as Required<JWTPayload>))
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}

/**
 * Records the `jti` in the table that the token endpoint also uses (ReplayDetection of oidc-provider), so
 * each assertion is accepted only once.
 */
function useAssertion({ query }: Database, { iss, jti, exp }: Required<JWTPayload>): Promise<boolean> {
  const id = hash('sha256', `${iss}${jti}`, 'base64url')
  return useOnce(query, 'ReplayDetection', id, Math.ceil(exp - Date.now() / 1000) + 60)
}

/**
 * Limits attempts with a wrong client secret per network. This is only a second line of defense, because
 * secrets have 256 random bits.
 */
export const countWrongSecret = (limiter: Limiter, db: Database, network: string): Promise<void> =>
  limiter.take(db.query, {
    kind: 'application-secret',
    subject: network,
    max: limits.signIn.perNetwork,
    window: limits.signIn.window,
    perNetwork: true,
  })
