import { noTenant } from '../core/id.ts'
import { platformRelations, type Viewer } from '../core/viewer.ts'

/** What of an event decides who may see it. */
interface EventFacts {
  tenant_id: string
  actor_id: string | null
  target_type: string
  target_id: string | null
}

/** What the viewer is in the organization of an event, as things are now. */
export interface Place {
  /** Belongs to it, or has applied for it. */
  belongs: boolean
  /** Owns or manages it, and it has not expired; or has applied for it. */
  leads: boolean
}

/** What of one event a viewer gets to see. */
export interface Visibility {
  /** Where it happened from, unless the actor is of the platform. */
  ip: boolean
  /** That too. */
  platformIp: boolean
  actor: boolean
  /** What it was done to, and what changed. */
  changes: boolean
  /** Names of other accounts in it. */
  accounts: boolean
  /** Names of organizations other than its own. */
  tenants: boolean
  /** Its own organization's name, and its devices'. */
  tenant: boolean
  devices: 'all' | 'ofTenant' | 'none'
}

/**
 * Administrators and holders of audit_view see everything, who leads the organization what happened there. An account sees that it was at work
 * itself, and what was done to it: who did that, only while it belongs to that organization; what it changed about
 * others, only while it still leads there.
 */
export function visibilityOf(viewer: Viewer, event: EventFacts, place: Place | undefined): Visibility {
  const relations = platformRelations(viewer)
  const me = viewer.accountId
  const all = relations.has('admin') || relations.has('audit_view')
  const managesAccounts = relations.has('account_management')
  const seesTenants = relations.has('organization_list') || relations.has('certification_audit')
  const leads = place?.leads ?? false
  const belongs = place?.belongs ?? false
  const by = event.actor_id === me
  const own = event.tenant_id === me || event.target_id === me
  const covered = event.target_type === 'tenant' ? seesTenants : managesAccounts
  return {
    // The account sees from where a failed sign-in was tried.
    ip: all || by || leads || (own && event.actor_id === null),
    platformIp: all || by,
    actor: all || by || belongs,
    changes: all || leads || own || (by && covered),
    accounts: all || leads || managesAccounts,
    tenants: all || seesTenants,
    tenant: all || seesTenants || belongs || event.tenant_id === me,
    devices: all || managesAccounts ? 'all' : belongs ? 'ofTenant' : 'none',
  }
}

/** Ids of other organizations are not for those who may not see them; none is none. */
export function withoutOtherTenants(changes: unknown, tenantId: string, tenants: boolean): unknown {
  const { tenantId: moved, ...others } = changes as Record<string, unknown[]>
  if (!Array.isArray(moved)) return changes
  const shown = (id: unknown) => (id === noTenant || (id !== tenantId && !tenants) ? null : id)
  return { tenantId: moved.map(shown), ...others }
}
