import type { KoaContextWithOIDC } from 'oidc-provider'
import { pollingInterval } from '../../applications/device-codes.ts'
import { defaults } from '../../core/process/defaults.ts'
import { idsOf } from './adapter.ts'
import { readableToken } from './refresh-tokens.ts'
import { stateOf } from './state.ts'

// This file adjusts requests before oidc-provider handles them, and its responses afterwards.

export const sessionCookie = 'reeve_openid'

/**
 * Sets the provider's session cookie in the request to the session of Reeve's own cookie. The provider's
 * cookie is never sent to browsers, and a cookie of that name from a browser is ignored.
 */
export function replaceSessionCookie(ctx: KoaContextWithOIDC, uid: string | null): void {
  const { headers } = ctx.req
  const others = (headers.cookie ?? '')
    .split(/;\s*/)
    .filter((each) => each && !each.startsWith(sessionCookie))
  headers.cookie = [...others, ...(uid ? [`${sessionCookie}=${uid}`] : [])].join('; ')
}

/**
 * Writes the stored refresh token into the response. Public clients get a format that browser libraries can
 * parse.
 */
export function writeRefreshToken(ctx: KoaContextWithOIDC): void {
  const body = ctx.body as { refresh_token?: string } | undefined
  if (!body?.refresh_token) return
  body.refresh_token = stateOf(ctx).refreshToken ?? body.refresh_token
  if (ctx.oidc.client?.clientAuthMethod !== 'none') return
  const { accountId, sessionUid } = ctx.oidc.entities.RefreshToken ?? {}
  body.refresh_token = readableToken(body.refresh_token, {
    typ: 'Refresh',
    sub: accountId,
    sid: idsOf(sessionUid)?.sessionId,
    exp: Math.floor(Date.now() / 1000) + defaults.sessions.idle,
  })
}

/** Completes a device authorization response with the URL of the console page where users enter the code. */
export function addVerificationUri(ctx: KoaContextWithOIDC, origin: string): void {
  const body = ctx.body as { user_code?: string }
  if (!body.user_code) return
  const page = `${origin}/device`
  const verification_uri_complete = `${page}?user_code=${body.user_code}`
  Object.assign(body, { verification_uri: page, verification_uri_complete, interval: pollingInterval })
}

export function reasonOf(error: string): string {
  if (error === 'invalid_client') return 'application'
  if (error === 'invalid_redirect_uri') return 'address'
  return error === 'invalid_request' ? 'ended' : 'request'
}
