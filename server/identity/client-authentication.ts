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
/** Seconds from now within which an assertion has to expire, at every endpoint. */
const longestAssertion = 600

/** For the endpoints of oidc-provider. Throws invalid_client if an assertion with this `exp` claim is valid for too long. */
export async function assertShortAssertion(_ctx: unknown, { exp }: JWTPayload): Promise<void> {
  if (!isShort(exp)) throw new oidcErrors.InvalidClientAuth('the client assertion is valid for too long')
}

const isShort = (exp: number | undefined): boolean =>
  exp !== undefined && exp - Date.now() / 1000 <= longestAssertion

interface Parts {
  db: Database
  limiter: Limiter
  usage: Usage
  /** Whom an assertion may name as its audience: the issuer, or the endpoint that it is sent to. */
  audiences: string[]
}

export const refused = () => new OAuthError(401, 'invalid_client', 'client authentication failed')

/**
 * The application that calls introspection or revocation, which are ours: by client_secret_basic, client_secret_post or
 * private_key_jwt, or without a secret where it has none. Throws invalid_client.
 */
export async function authenticateApplication(
  parts: Parts,
  { form, authorization, request }: { form: Form; authorization: string | undefined; request: RequestInfo },
): Promise<ApplicationRow> {
  const { db, limiter, usage } = parts
  const assertion = form.get('client_assertion')
  const basic = authorization ? basicCredentials(authorization) : undefined
  const posted = form.get('client_secret')
  if ([assertion, basic, posted].filter(Boolean).length > 1)
    throw invalidRequest('client authentication must only be provided using one mechanism')
  const id = basic?.id ?? form.get('client_id') ?? (assertion && subjectOf(assertion))
  const application = id ? await findApplication(db.query, id) : undefined
  if (!application?.enabled || application.id !== id) throw refused()
  if (form.get('client_id') && form.get('client_id') !== id) throw invalidRequest('client_id mismatch')

  const denied = () => {
    usage.refused(application.id, { kind: 'CLIENT_AUTHENTICATION', detail: '' })
    return refused()
  }
  if (assertion) {
    const typed = form.get('client_assertion_type') === assertionType && application.jwks !== null
    if (typed && (await isAssertionOf(parts, application, assertion))) return application
    throw denied()
  }
  const secret = basic?.secret ?? posted
  const isPublic = !hasSecret(application.kind)
  if (isPublic && !secret) return application
  if (!isPublic && secret && !application.jwks && (await isSecretOf(db.query, application.id, secret)))
    return application
  await countWrongSecret(limiter, db, request.network)
  throw denied()
}

/** RFC 6749, 2.3.1: both are form-encoded before they are put together. */
function basicCredentials(header: string): { id: string; secret: string } {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1]
  const [id, secret] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(/:(.*)/s)
  try {
    if (id && secret) return { id: formDecoded(id), secret: formDecoded(secret) }
  } catch {
    // Not encoded as it has to be: no credentials.
  }
  throw refused()
}

const formDecoded = (text: string) => decodeURIComponent(text.replaceAll('+', '%20'))

function subjectOf(assertion: string): string | undefined {
  try {
    return decodeJwt(assertion).sub
  } catch {
    return undefined
  }
}

/** RFC 7523, 3: signed by a key of the application, for us, for a short while, once. */
async function isAssertionOf(
  { db, audiences }: Parts,
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
    return isShort(payload.exp) && (await useAssertion(db, payload as Required<JWTPayload>))
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}

/** Records the `jti` where the token endpoint records it too (ReplayDetection of oidc-provider): one assertion is good once. */
function useAssertion({ query }: Database, { iss, jti, exp }: Required<JWTPayload>): Promise<boolean> {
  const id = hash('sha256', `${iss}${jti}`, 'base64url')
  return useOnce(query, 'ReplayDetection', id, Math.ceil(exp - Date.now() / 1000) + 60)
}

/** A secret has 256 random bits; this keeps whoever guesses all the same from doing it here. */
export const countWrongSecret = (limiter: Limiter, db: Database, network: string): Promise<void> =>
  limiter.take(db.query, {
    kind: 'application-secret',
    who: network,
    max: limits.signIn.perNetwork,
    window: limits.signIn.window,
    perNetwork: true,
  })
