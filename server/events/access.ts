import type { Kysely } from 'kysely'
import type { Relation } from '../../contract/permissions.ts'
import { mayChangeRecipients } from '../applications/rules.ts'
import { type ApplicationRow, findApplication } from '../applications/store.ts'
import { badInput } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { type Caller, may, serviceRelations, type Viewer } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'
import { readRelations } from '../tenants/relations.ts'
import { findTenants } from '../tenants/store.ts'

/**
 * Returns the viewer's relations to the event feed of an organization, or of the platform if `tenantId` is
 * null.
 */
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

/** The owner of webhooks: an application or an organization, or the platform if neither id is set. */
export interface Scope {
  tenantId?: string | null | undefined
  applicationId?: string | null | undefined
}

/**
 * Returns the viewer's relations to the application or organization that the webhooks belong to. Throws
 * BAD_INPUT if both are given.
 */
export async function relationsToWebhooks(
  db: Kysely<Tables>,
  viewer: Viewer,
  { tenantId, applicationId }: Scope,
): Promise<readonly Relation[]> {
  if (applicationId == null) return relationsToFeed(db, viewer, tenantId)
  if (tenantId != null) throw badInput({ tenantId: ['webhook.oneOf'] })
  const application = await findApplication(db, applicationId)
  if (!application) return []
  const ofTenant = application.tenant_id ? await relationsToFeed(db, viewer, application.tenant_id) : []
  return relationsToApplication(viewer, application, ofTenant)
}

/**
 * Returns the viewer's relations to an application. If the application is a service account, `ofTenant`
 * contains the viewer's relations to the organization that owns it.
 */
export const relationsToApplication = (
  viewer: Viewer,
  application: Pick<ApplicationRow, 'tenant_id' | 'first_party'>,
  ofTenant: readonly Relation[],
): readonly Relation[] => {
  const manage = application.tenant_id ? 'SERVICE_ACCOUNT_MANAGE' : 'APPLICATION_MANAGE'
  if (!may(viewer, manage, ofTenant)) return []
  return mayChangeRecipients(viewer, application)
    ? ['applicationManager', 'applicationOwner']
    : ['applicationManager']
}

export const relationsToPlatform = (viewer: Viewer): readonly Relation[] =>
  viewer.admin || viewer.authCodes.includes('application_management') ? ['platform'] : []
