import type { KoaContextWithOIDC } from 'oidc-provider'

type Client = { clientAuthMethod?: string; applicationType?: string; grantTypeAllowed(type: string): boolean }

/**
 * Restores the scope offline_access, which oidc-provider removes from every request without prompt=consent.
 * The policy still requests consent if the user has not given it. For browser-based applications, the scope
 * stays removed. OpenID Connect Core, section 11, requires this, because anybody with access to the browser
 * could start the request. A pushed authorization request is stored with the parameter `reeve_offline`.
 * `pushed` is the value of this parameter when the stored request is used.
 */
export function restoreOfflineAccess(ctx: KoaContextWithOIDC, pushed: unknown): void {
  const { params, client } = ctx.oidc as unknown as { params: Record<string, unknown>; client: Client }
  const scopes = String(params.scope ?? '').split(' ')
  const body = ctx.oidc.body as { scope?: unknown } | undefined
  const sent = String(body?.scope ?? ctx.query.scope ?? '').split(' ')
  const asked = pushed === 'true' || sent.includes('offline_access')
  const inBrowser = client.clientAuthMethod === 'none' && client.applicationType !== 'native'
  if (!asked || inBrowser || scopes.includes('offline_access') || !client.grantTypeAllowed('refresh_token'))
    return
  params.scope = [...scopes, 'offline_access'].join(' ').trim()
  params.reeve_offline = 'true'
}
