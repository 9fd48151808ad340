import { lockServiceAccount } from '../../applications/service-accounts/store.ts'
import { type ApplicationRow, findApplication, lockApplication } from '../../applications/store.ts'
import type { Context } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { isId } from '../../core/id.ts'
import type { Target } from '../../core/operation.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Tx } from '../../db/open.ts'
import { lockTarget } from '../../tenants/relations.ts'
import { relationsToApplication, relationsToPlatform, relationsToWebhooks, type Scope } from '../access.ts'
import { findWebhook, lockWebhook, type WebhookOwner, type WebhookRow } from './store.ts'

type Owner = WebhookOwner & { application: ApplicationRow | null }

/** Locks and returns the owner of webhooks: an application, an organization or the platform. */
export async function lockScope(
  tx: Tx,
  { tenantId, applicationId }: Scope,
  viewer: Viewer,
): Promise<Required<Target<Owner>> | null> {
  if (applicationId != null) return lockOwnApplication(tx, applicationId, viewer)
  const none = { application: null, application_id: null }
  if (tenantId == null) return { row: { ...none, tenant_id: null }, relations: relationsToPlatform(viewer) }
  const target = await lockTarget(tx, tenantId, viewer)
  return target && { row: { ...none, tenant_id: target.row.id }, relations: target.relations }
}

async function lockOwnApplication(
  tx: Tx,
  id: string,
  viewer: Viewer,
): Promise<Required<Target<Owner>> | null> {
  const found = await findApplication(tx, id)
  const locked = found?.tenant_id
    ? await lockServiceAccount(tx, found, viewer)
    : found && { row: await lockApplication(tx, id) }
  if (!locked?.row) return null
  const { row: application, relations = [] } = locked as Target<ApplicationRow>
  return {
    row: { application, tenant_id: application.tenant_id, application_id: application.id },
    relations: relationsToApplication(viewer, application, relations),
  }
}

export const scopeOf = ({ tenant_id, application_id }: WebhookOwner): Scope =>
  application_id ? { applicationId: application_id } : { tenantId: tenant_id }

/** Locks the owner of a webhook and then the webhook. */
export async function lockWebhookTarget(
  tx: Tx,
  id: string,
  viewer: Viewer,
): Promise<Required<Target<WebhookRow & Pick<Owner, 'application'>>> | null> {
  const found = isId(id) ? await findWebhook(tx, id) : undefined
  const scope = found && (await lockScope(tx, scopeOf(found), viewer))
  const row = scope ? await lockWebhook(tx, id) : undefined
  return scope && row
    ? { row: { ...row, application: scope.row.application }, relations: scope.relations }
    : null
}

/** Returns a webhook without locking it. Throws NOT_FOUND if the viewer cannot see it. */
export async function readWebhook(context: Context, viewer: Viewer, id: string) {
  const { query } = context.db
  const row = isId(id) ? await findWebhook(query, id) : undefined
  const relations = row && (await relationsToWebhooks(query, viewer, scopeOf(row)))
  if (!row || !relations?.length) throw new AppError('NOT_FOUND')
  return { row, relations }
}

/**
 * Whether the viewer can see the names of objects in the events. For webhooks of the platform, the permission
 * application_management alone is not sufficient.
 */
export const namesObjects = (viewer: Viewer, { tenant_id }: Pick<WebhookRow, 'tenant_id'>): boolean =>
  tenant_id !== null || viewer.admin

/** Returns the webhook as the target of an audit event. */
export const ofWebhook = ({ id, tenant_id }: Pick<WebhookRow, 'id' | 'tenant_id'>) => ({
  tenantId: tenant_id,
  targetType: 'webhook' as const,
  targetId: id,
})
