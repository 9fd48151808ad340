import type { KoaContextWithOIDC } from 'oidc-provider'
import { isOrigin } from '../../../applications/store.ts'
import type { Database } from '../../../db/open.ts'
import { stateOf } from '../state.ts'

/** Whether the page that calls is of an application's own origin. A preflight request names no application: any counts. */
export async function mayBringCookies(
  { query }: Database,
  ctx: KoaContextWithOIDC,
  forTokens: readonly string[],
): Promise<boolean> {
  if (ctx.method !== 'OPTIONS') return stateOf(ctx).fromOwnOrigin === true
  return forTokens.includes(ctx.path) && isOrigin(query, ctx.get('origin'))
}
