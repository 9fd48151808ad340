import { limits } from '../../contract/limits.ts'
import type { Context } from '../core/context.ts'
import { may, type Viewer } from '../core/viewer.ts'

/**
 * Counts a name check against the rate limit, because a taken name reveals that another organization exists.
 * Viewers who can list all organizations are not limited. Checks while the user types (`check`) have a
 * separate limit. Throws RATE_LIMITED.
 */
export async function countNameLookup(
  { context: { db, services }, viewer }: { context: Context; viewer: Viewer },
  { check = false } = {},
): Promise<void> {
  if (may(viewer, 'TENANT_LIST')) return
  await services.limiter.take(db.query, {
    kind: check ? 'tenantName.check' : 'tenantName',
    subject: viewer.accountId,
    max: limits.lookups.perHour,
    window: 3_600,
  })
}
