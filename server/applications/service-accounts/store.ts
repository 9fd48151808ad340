import type { Kysely } from 'kysely'
import type { Target } from '../../core/operation.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { lockTarget } from '../../tenants/relations.ts'
import { type ApplicationRow, findApplication } from '../store.ts'

type Reader = Kysely<Tables>

/** Returns the service accounts of an organization, oldest first. */
export const listServiceAccounts = async (db: Reader, tenantId: string): Promise<ApplicationRow[]> =>
  (await db
    .selectFrom('application')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .execute()) as ApplicationRow[]

/**
 * Locks the organization of a service account and then the service account. Returns null if the viewer cannot
 * see the organization.
 */
export async function lockServiceAccount(
  tx: Tx,
  { id }: { id: string },
  viewer: Viewer,
): Promise<Target<ApplicationRow> | null> {
  const tenantId = (await findApplication(tx, id))?.tenant_id
  const scope = tenantId && (await lockTarget(tx, tenantId, viewer))
  if (!scope) return null
  const row = await tx
    .selectFrom('application')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? { row: row as ApplicationRow, relations: scope.relations } : null
}

/**
 * Returns the name and the creator of each service account that one of the given accounts created in the
 * organization.
 */
export const namesOfMade = async (
  db: Reader,
  tenantId: string,
  creatorIds: readonly string[],
): Promise<{ name: string; creatorId: string }[]> =>
  (await db
    .selectFrom('application')
    .select(['name', 'creator_id as creatorId'])
    .where('tenant_id', '=', tenantId)
    .where('creator_id', 'in', creatorIds)
    .orderBy('id')
    .execute()) as { name: string; creatorId: string }[]
