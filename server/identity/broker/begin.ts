import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { messageText } from '../../../contract/errors.ts'
import type { BrokerError } from '../../../contract/identity-sources.ts'
import { limits } from '../../../contract/limits.ts'
import type { RequestInfo } from '../../core/request.ts'
import { OAuthError, toOAuthError } from '../errors.ts'
import { findSource, type SourceRow } from '../sources/store.ts'
import type { BrokerContext } from './context.ts'
import { startCookies } from './cookies.ts'
import { errorPath, localPath } from './pages.ts'
import { ProviderError } from './provider.ts'
import { type Linker, startSignIn, useLinkToken } from './store.ts'

export interface Start {
  /** Key or id of the source. */
  key: string
  /** Path of the console page to open after the sign-in. */
  redirect: string | null
  loginHint: string | null
  /** Whether the provider must ask the person to sign in again, if the provider supports it. */
  again: boolean
  /** Token that linkIdentity returned, if the user links an identity. */
  linkToken: string | null
  request: RequestInfo
  raw: FastifyRequest
}

export interface Refusal {
  error: BrokerError
  /** Page of the console that explains the error. */
  path: string
  refusal: OAuthError
}

/** Begins a sign-in at a provider. Returns the provider's URL and the `Set-Cookie` values. */
export async function beginSignIn(
  context: BrokerContext,
  start: Start,
): Promise<{ url: URL; cookies: string[] } | Refusal> {
  const { db, limiter, log, browserOf } = context
  const { key, linkToken, request, raw } = start
  const source = await findSource(db.query, key)
  if (!source?.enabled) return refuse(context, start, 'disabled')
  const { perNetwork: max, window } = limits.begun
  try {
    await limiter.take(db.query, {
      ...{ kind: 'broker.begun', subject: request.network, perNetwork: true, max, window },
    })
  } catch (error) {
    const refusal = toOAuthError(error, request.locale, log)
    return { ...refuse(context, start, 'unavailable'), refusal }
  }
  const linker = linkToken === null ? null : await browserOf(raw)
  const mayLink =
    linkToken === null || (linker && (await useLinkToken(db.query, source.id, linkToken, linker)))
  return mayLink ? openProvider(context, start, source, linker) : refuse(context, start, 'session')
}

async function openProvider(
  context: BrokerContext,
  start: Start,
  source: SourceRow,
  linker: Linker | null,
): Promise<{ url: URL; cookies: string[] } | Refusal> {
  const { db, origin, secure, redirectUri, providerOf, observed, reasonOf } = context
  const { loginHint, request, raw } = start
  // Somebody else may have left a session at the provider, whose identity must not be linked by accident.
  const again = start.again || linker !== null
  try {
    const redirect = localPath(start.redirect, origin())
    const started = await startSignIn(db.query, { sourceId: source.id, redirect, linker })
    const provider = await providerOf(db.query, source)
    const url = await observed(source, () =>
      provider.start({
        ...{ state: started.state, nonce: started.nonce, challenge: challengeOf(started.verifier) },
        ...{ redirectUri: redirectUri(source.key), loginHint: loginHint?.slice(0, 256) ?? null },
        ...{ again, locale: request.locale, userAgent: request.userAgent },
      }),
    )
    return { url, cookies: startCookies(started, raw.headers.cookie, secure()) }
  } catch (error) {
    return refuse(context, start, reasonOf(source, error), error)
  }
}

/** Returns the PKCE challenge (RFC 7636, section 4.2). */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

function refuse(
  { origin }: BrokerContext,
  { key, redirect, linkToken, request: { locale } }: Start,
  error: BrokerError,
  cause?: unknown,
): Refusal {
  // The details of a failure, such as internal host names, are shown only to administrators.
  const failed = cause instanceof ProviderError ? 'identity.unavailable' : 'identity.disabled'
  const message = error === 'session' ? 'identity.over' : failed
  const status = error === 'unavailable' ? 503 : error === 'disabled' ? 404 : 400
  return {
    error,
    path: errorPath({ error, key, redirect: localPath(redirect, origin()), links: linkToken !== null }),
    refusal: new OAuthError(
      status,
      status === 503 ? 'temporarily_unavailable' : error,
      messageText(message, locale),
    ),
  }
}
