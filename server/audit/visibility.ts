import { noTenant } from '../core/id.ts'
import { platformRelations, type Viewer } from '../core/viewer.ts'

/** The fields of an event that determine who can see it. */
interface EventFacts {
  tenant_id: string
  actor_id: string | null
  target_type: string
  target_id: string | null
}

/** The viewer's current relation to the organization in which an event happened. */
export interface OrganizationRelation {
  /** Whether the viewer is a member of the organization or has requested it. */
  belongs: boolean
  /**
   * Whether the viewer manages the organization: as owner or manager of an organization that has not expired,
   * or as the applicant who requested the organization.
   */
  manages: boolean
}

/** The parts of an event that a viewer can see. */
export interface Visibility {
  /** Whether the IP address is visible, unless the actor is platform staff. */
  ip: boolean
  /** Whether the IP address is visible even if the actor is platform staff. */
  platformIp: boolean
  actor: boolean
  /** Whether the target and the changes are visible. */
  changes: boolean
  /** Whether names of other accounts in the event are visible. */
  accounts: boolean
  /** Whether names of other organizations in the event are visible. */
  tenants: boolean
  /** Whether the names of the event's organization and its devices are visible. */
  tenant: boolean
  devices: 'all' | 'ofTenant' | 'none'
}

/**
 * Returns which parts of an event the viewer can see. Administrators and holders of audit_view see
 * everything. Owners and managers see all events of their organization. All accounts see their own actions
 * and the actions that affected them. They see who acted on them only while they belong to the organization
 * of the event. They see their own changes to others only while they manage that organization or hold the
 * platform permission for the changed object.
 */
export function visibilityOf(
  viewer: Viewer,
  event: EventFacts,
  relation: OrganizationRelation | undefined,
): Visibility {
  const relations = platformRelations(viewer)
  const me = viewer.accountId
  const all = relations.has('admin') || relations.has('audit_view')
  const managesAccounts = relations.has('account_management')
  const seesTenants = relations.has('organization_list') || relations.has('certification_audit')
  const manages = relation?.manages ?? false
  const belongs = relation?.belongs ?? false
  const by = event.actor_id === me
  const own = event.tenant_id === me || event.target_id === me
  const covered = event.target_type === 'tenant' ? seesTenants : managesAccounts
  return {
    // An account sees the IP address of failed attempts to sign in to it.
    ip: all || by || manages || (own && event.actor_id === null),
    platformIp: all || by,
    actor: all || by || belongs,
    changes: all || manages || own || (by && covered),
    accounts: all || manages || managesAccounts,
    tenants: all || seesTenants,
    tenant: all || seesTenants || belongs || event.tenant_id === me,
    devices: all || managesAccounts ? 'all' : belongs ? 'ofTenant' : 'none',
  }
}

/**
 * Filters the organization ids in the changes of an event. Replaces the placeholder for "no organization"
 * with null. Also replaces the ids of other organizations with null, unless the viewer can see them
 * (`tenants`).
 */
export function withoutOtherTenants(changes: unknown, tenantId: string, tenants: boolean): unknown {
  const { tenantId: moved, ...others } = changes as Record<string, unknown[]>
  if (!Array.isArray(moved)) return changes
  const shown = (id: unknown) => (id === noTenant || (id !== tenantId && !tenants) ? null : id)
  return { tenantId: moved.map(shown), ...others }
}
