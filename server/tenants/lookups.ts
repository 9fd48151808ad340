import { limits } from '../../contract/limits.ts'
import type { Context } from '../core/context.ts'
import { may, type Viewer } from '../core/viewer.ts'

/**
 * That a name is taken gives away another organization, so each answer counts against a limit, but for those who may list
 * all of them anyway. check: asked while it is typed, which must not use up what is left to hand it in. Throws RATE_LIMITED.
 */
export async function countNameLookup(
  { context: { db, services }, viewer }: { context: Context; viewer: Viewer },
  { check = false } = {},
): Promise<void> {
  if (may(viewer, 'TENANT_LIST')) return
  await services.limiter.take(db.query, {
    kind: check ? 'tenantName.check' : 'tenantName',
    who: viewer.accountId,
    max: limits.lookups.perHour,
    window: 3_600,
  })
}
