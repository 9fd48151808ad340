import type { Kysely } from 'kysely'
import type { Relation } from '../../contract/permissions.ts'
import { isId } from '../core/id.ts'
import { type Caller, serviceRelations, type Viewer } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'
import { readRelations } from '../tenants/relations.ts'
import { findTenants } from '../tenants/store.ts'

/** What the viewer is towards what happens in an organization; null: on the whole platform. */
export async function relationsToFeed(
  db: Kysely<Tables>,
  viewer: Caller,
  tenantId: string | null | undefined,
): Promise<readonly Relation[]> {
  if (viewer.kind === 'service') return serviceRelations(viewer, tenantId)
  if (tenantId == null) return relationsToPlatform(viewer)
  const tenant = isId(tenantId) ? (await findTenants(db, [tenantId])).get(tenantId) : undefined
  return (tenant && (await readRelations(db, tenant, viewer))) ?? []
}

export const relationsToPlatform = (viewer: Viewer): readonly Relation[] =>
  viewer.admin || viewer.authCodes.includes('application_management') ? ['platform'] : []
