import { noTenant } from '../core/id.ts'
import { platformRelations, type Viewer } from '../core/viewer.ts'

/** The fields of an event that decide who can see it. */
interface EventFacts {
  tenant_id: string
  actor_id: string | null
  target_type: string
  target_id: string | null
}

/** The viewer's current relation to the organization of an event. */
export interface OrganizationRelation {
  /** Whether the viewer is a member, or has requested the organization. */
  belongs: boolean
  /** Whether the viewer owns or manages the organization and it has not expired, or has requested it. */
  manages: boolean
}

/** Which parts of an event a viewer can see. */
export interface Visibility {
  /** The IP address, unless the actor is platform staff. */
  ip: boolean
  /** The IP address even if the actor is platform staff. */
  platformIp: boolean
  actor: boolean
  /** The target and the changes. */
  changes: boolean
  /** Names of other accounts in the event. */
  accounts: boolean
  /** Names of other organizations in the event. */
  tenants: boolean
  /** Names of the event's organization and its devices. */
  tenant: boolean
  devices: 'all' | 'ofTenant' | 'none'
}

/**
 * Returns which parts of an event the viewer can see. Administrators and holders of audit_view see
 * everything. Owners and managers see what happened in their organization. Accounts see their own actions and
 * what was done to them. They see who did it only while they belong to that organization, and what they
 * changed about others only while they still manage it.
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
    // An account sees from which address a failed sign-in to it was attempted.
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
 * Hides ids of other organizations from viewers who must not see them. The placeholder for "no organization"
 * becomes null.
 */
export function withoutOtherTenants(changes: unknown, tenantId: string, tenants: boolean): unknown {
  const { tenantId: moved, ...others } = changes as Record<string, unknown[]>
  if (!Array.isArray(moved)) return changes
  const shown = (id: unknown) => (id === noTenant || (id !== tenantId && !tenants) ? null : id)
  return { tenantId: moved.map(shown), ...others }
}
