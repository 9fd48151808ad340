import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Refusal } from '../../applications/usage/store.ts'
import type { Usage } from '../../applications/usage/usage.ts'
import { isId } from '../../core/id.ts'
import { withoutForbidden } from '../../core/text.ts'
import { stateOf } from './state.ts'

type Thrown = Error & { error?: string; error_description?: string; error_detail?: string; scope?: string }

/** What somebody has decided, or has yet to do, is no fault of their application. */
const normal = new Set([
  ...['authorization_pending', 'slow_down', 'expired_token', 'access_denied', 'use_dpop_nonce'],
  ...['login_required', 'consent_required', 'interaction_required', 'account_selection_required'],
  ...['server_error', 'temporarily_unavailable'],
])

/** Notes what becomes of the requests of applications, for their pages. */
export function noteUsage(koa: NodeJS.EventEmitter, usage: Usage): void {
  koa.on('grant.success', ({ oidc }: KoaContextWithOIDC) => {
    const id = oidc.client?.clientId
    if (id && isId(id) && oidc.params?.grant_type !== 'refresh_token') usage.signedIn(id)
  })
  for (const name of ['authorization', 'grant', 'pushed_authorization_request', 'device_authorization'])
    koa.on(`${name}.error`, (ctx: KoaContextWithOIDC, error: Thrown) => {
      const id = ctx.oidc.client?.clientId ?? stateOf(ctx).disabled
      const refusal = id && isId(id) && refusalOf(error, ctx)
      if (refusal) usage.refused(id, refusal)
    })
}

/** undefined for what belongs to the normal course. Nothing of it is secret: no code, no token, no query. */
function refusalOf(error: Thrown, ctx: KoaContextWithOIDC): Refusal | undefined {
  const { error: name = '', error_description: words = '', error_detail: detail = '' } = error
  if (normal.has(name)) return undefined
  const params = (ctx.oidc.params ?? ctx.oidc.body ?? {}) as Record<string, unknown>
  if (!ctx.oidc.client) return { kind: 'DISABLED', detail: '' }
  if (error instanceof errors.InvalidRedirectUri)
    return { kind: 'REDIRECT_URI', detail: addressOf(params.redirect_uri) }
  if (name === 'invalid_client') return { kind: 'CLIENT_AUTHENTICATION', detail: '' }
  if (name === 'invalid_scope') return { kind: 'SCOPE', detail: shortened(error.scope ?? '') }
  if (name === 'invalid_target')
    return { kind: 'RESOURCE', detail: shortened([params.resource ?? ''].flat().map(addressOf).join(' ')) }
  if (name === 'invalid_dpop_proof' || /DPoP|jkt/.test(detail)) return { kind: 'PROOF', detail: '' }
  if (name === 'invalid_grant') return ofGrant(params, detail)
  if (/PKCE|code_challenge|code_verifier/.test(words)) return { kind: 'PKCE', detail: '' }
  if (/grant type|response_type|not allowed for this client/.test(words))
    return { kind: 'GRANT_TYPE', detail: shortened(String(params.grant_type ?? params.response_type ?? '')) }
  if (words.startsWith('origin ')) return { kind: 'ORIGIN', detail: shortened(ctx.get('origin')) }
  return { kind: 'REQUEST', detail: shortened(words || name) }
}

function ofGrant({ grant_type, redirect_uri }: Record<string, unknown>, detail: string): Refusal {
  if (grant_type === 'refresh_token') return { kind: 'REFRESH_TOKEN', detail: '' }
  if (/code_verifier|code_challenge/.test(detail)) return { kind: 'PKCE', detail: '' }
  if (/redirect_uri/.test(detail)) return { kind: 'REDIRECT_URI', detail: addressOf(redirect_uri) }
  return { kind: /already/.test(detail) ? 'CODE_USED' : 'CODE', detail: '' }
}

/** What a database can keep, and a page can show. */
const shortened = (text: string): string => withoutForbidden(text.slice(0, 200))

/** Without its query, where codes and tokens stand, and whatever else was not meant for others. */
export function addressOf(given: unknown): string {
  const url = typeof given === 'string' ? URL.parse(given) : null
  if (!url) return ''
  const { protocol, host, pathname } = url
  return shortened(`${protocol}//${host}${pathname}`)
}
