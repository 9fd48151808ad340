import type { Context } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { isId } from '../../core/id.ts'
import type { Target } from '../../core/operation.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Tx } from '../../db/open.ts'
import { lockTarget } from '../../tenants/relations.ts'
import { relationsToFeed, relationsToPlatform } from '../access.ts'
import { findWebhook, lockWebhook, type WebhookRow } from './store.ts'

/** Whose events they are: an organization's, locked, or the platform's (null). */
export async function lockScope(
  tx: Tx,
  tenantId: string | null | undefined,
  viewer: Viewer,
): Promise<Required<Target<string | null>> | null> {
  if (tenantId == null) return { row: null, relations: relationsToPlatform(viewer) }
  const target = await lockTarget(tx, tenantId, viewer)
  return target && { row: target.row.id, relations: target.relations }
}

/** The webhook of an organization or of the platform, locked after that. */
export async function lockWebhookTarget(
  tx: Tx,
  id: string,
  viewer: Viewer,
): Promise<Required<Target<WebhookRow>> | null> {
  const found = isId(id) ? await findWebhook(tx, id) : undefined
  const scope = found && (await lockScope(tx, found.tenant_id, viewer))
  const row = scope ? await lockWebhook(tx, id) : undefined
  return scope && row ? { row, relations: scope.relations } : null
}

/** The same, only read. What the viewer may not see is NOT_FOUND. */
export async function readWebhook(context: Context, viewer: Viewer, id: string) {
  const { query } = context.db
  const row = isId(id) ? await findWebhook(query, id) : undefined
  const relations = row && (await relationsToFeed(query, viewer, row.tenant_id))
  if (!row || !relations?.length) throw new AppError('NOT_FOUND')
  return { row, relations }
}

/** Whether who follows its events also reads what these are about: application_management alone does not. */
export const namesObjects = (viewer: Viewer, { tenant_id }: Pick<WebhookRow, 'tenant_id'>): boolean =>
  tenant_id !== null || viewer.admin

/** Of an audit row about a webhook. */
export const ofWebhook = ({ id, tenant_id }: Pick<WebhookRow, 'id' | 'tenant_id'>) => ({
  tenantId: tenant_id,
  targetType: 'webhook' as const,
  targetId: id,
})
