import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Refusal } from '../../applications/usage/store.ts'
import type { Usage } from '../../applications/usage/usage.ts'
import { isId } from '../../core/id.ts'
import { withoutForbidden } from '../../core/text.ts'
import { stateOf } from './state.ts'

type ProviderError = Error & {
  error?: string
  error_description?: string
  error_detail?: string
  scope?: string
}

/**
 * Errors that are part of the normal flow, or that an outage of this server causes. They are not counted as
 * faults of the application.
 */
const expectedErrors = new Set([
  ...['authorization_pending', 'slow_down', 'expired_token', 'access_denied', 'use_dpop_nonce'],
  ...['login_required', 'consent_required', 'interaction_required', 'account_selection_required'],
  ...['server_error', 'temporarily_unavailable'],
])

/** Counts the successful and failed requests of applications. The counts are shown on the usage page. */
export function recordUsage(koa: NodeJS.EventEmitter, usage: Usage): void {
  koa.on('grant.success', ({ oidc }: KoaContextWithOIDC) => {
    const id = oidc.client?.clientId
    if (id && isId(id) && oidc.params?.grant_type !== 'refresh_token') usage.signedIn(id)
  })
  for (const name of ['authorization', 'grant', 'pushed_authorization_request', 'device_authorization'])
    koa.on(`${name}.error`, (ctx: KoaContextWithOIDC, error: ProviderError) => {
      const id = ctx.oidc.client?.clientId ?? stateOf(ctx).disabled
      const refusal = id && isId(id) && refusalOf(error, ctx)
      if (refusal) usage.refused(id, refusal)
    })
}

/**
 * Returns the refusal to count, or undefined for an expected error. The refusal contains no secrets such as
 * codes, tokens or query parameters.
 */
function refusalOf(error: ProviderError, ctx: KoaContextWithOIDC): Refusal | undefined {
  const { error: name = '', error_description: words = '', error_detail: detail = '' } = error
  if (expectedErrors.has(name)) return undefined
  const params = (ctx.oidc.params ?? ctx.oidc.body ?? {}) as Record<string, unknown>
  if (!ctx.oidc.client) return { kind: 'DISABLED', detail: '' }
  if (error instanceof errors.InvalidRedirectUri)
    return { kind: 'REDIRECT_URI', detail: urlWithoutQuery(params.redirect_uri) }
  if (name === 'invalid_client') return { kind: 'CLIENT_AUTHENTICATION', detail: '' }
  if (name === 'invalid_scope') return { kind: 'SCOPE', detail: shorten(error.scope ?? '') }
  if (name === 'invalid_target')
    return {
      kind: 'RESOURCE',
      detail: shorten([params.resource ?? ''].flat().map(urlWithoutQuery).join(' ')),
    }
  if (name === 'invalid_dpop_proof' || /DPoP|jkt/.test(detail)) return { kind: 'PROOF', detail: '' }
  if (name === 'invalid_grant') return grantRefusal(params, detail)
  if (/PKCE|code_challenge|code_verifier/.test(words)) return { kind: 'PKCE', detail: '' }
  if (/grant type|response_type|not allowed for this client/.test(words))
    return { kind: 'GRANT_TYPE', detail: shorten(String(params.grant_type ?? params.response_type ?? '')) }
  if (words.startsWith('origin ')) return { kind: 'ORIGIN', detail: shorten(ctx.get('origin')) }
  return { kind: 'REQUEST', detail: shorten(words || name) }
}

function grantRefusal({ grant_type, redirect_uri }: Record<string, unknown>, detail: string): Refusal {
  if (grant_type === 'refresh_token') return { kind: 'REFRESH_TOKEN', detail: '' }
  if (/code_verifier|code_challenge/.test(detail)) return { kind: 'PKCE', detail: '' }
  if (/redirect_uri/.test(detail)) return { kind: 'REDIRECT_URI', detail: urlWithoutQuery(redirect_uri) }
  return { kind: /already/.test(detail) ? 'CODE_USED' : 'CODE', detail: '' }
}

/** Truncates a string and removes characters that the database cannot store. */
const shorten = (text: string): string => withoutForbidden(text.slice(0, 200))

/** Returns a URL without its query and fragment, which can contain codes and tokens. */
export function urlWithoutQuery(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (!url) return ''
  const { protocol, host, pathname } = url
  return shorten(`${protocol}//${host}${pathname}`)
}
