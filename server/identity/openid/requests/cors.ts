import type { KoaContextWithOIDC } from 'oidc-provider'
import { isOrigin } from '../../../applications/store.ts'
import type { Database } from '../../../db/open.ts'
import { stateOf } from '../state.ts'

/**
 * Whether the calling page may read the response. The page must belong to an origin of the application. A
 * preflight request does not identify an application, so it may come from any registered origin.
 */
export async function allowsCredentials(
  { query }: Database,
  ctx: KoaContextWithOIDC,
  forTokens: readonly string[],
): Promise<boolean> {
  if (ctx.method !== 'OPTIONS') return stateOf(ctx).fromOwnOrigin === true
  return forTokens.includes(ctx.path) && isOrigin(query, ctx.get('origin'))
}
