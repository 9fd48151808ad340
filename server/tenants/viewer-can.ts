import { type Action, allowed, type Relation } from '../../contract/permissions.ts'
import { nextStatus, type TenantEvent } from '../../contract/states.ts'
import { Auth } from '../accounts/types.ts'
import { builder } from '../core/builder.ts'
import { type Context, viewerOf } from '../core/context.ts'
import { batched } from '../core/loader.ts'
import { platformRelations } from '../core/viewer.ts'
import type { MemberRow } from './members.ts'
import { relationsToTenant } from './relations.ts'
import type { TenantRow } from './store.ts'
import { loadTenant, Tenant } from './types.ts'

/** Loads the viewer's memberships by organization. */
const loadOwnMember = batched<MemberRow | undefined>(
  'ownMember',
  async (context, tenantIds) => {
    const rows = await context.db.query
      .selectFrom('member')
      .selectAll()
      .where('account_id', '=', viewerOf(context).accountId)
      .where('tenant_id', 'in', tenantIds)
      .execute()
    return new Map(rows.map((row) => [row.tenant_id, row]))
  },
  undefined,
)

/** Returns the viewer's relations to the organization and to the platform. */
export async function loadRelations(context: Context, tenant: TenantRow): Promise<Set<Relation>> {
  const viewer = viewerOf(context)
  const relations = platformRelations(viewer)
  if (tenant.personal) return relations
  for (const relation of relationsToTenant(viewer, tenant, await loadOwnMember(context, tenant.id)))
    relations.add(relation)
  return relations
}

interface Abilities {
  tenant: TenantRow
  owns: boolean
  relations: Set<Relation>
  deployment: 'platform' | 'private'
}

/**
 * Whether the viewer can perform the action. Uses the same permission table as the mutations, and the
 * organization's status.
 */
function may({ tenant, relations }: Abilities, action: Action, event?: TenantEvent): boolean {
  if (tenant.personal || !allowed(action, relations)) return false
  return event === undefined || nextStatus(tenant.status, event) !== null
}

const finished = ({ tenant }: Abilities): boolean => tenant.status === 'FINISH'

const TenantCan = builder.objectRef<Abilities>('TenantCan').implement({
  description: 'Actions that the viewer can perform on the organization in its current state',
  fields: (t) => ({
    edit: t.boolean({
      description: 'Whether the viewer can change areas, contact and address',
      resolve: (own) =>
        may(own, 'TENANT_UPDATE') && (own.tenant.status !== 'PREPARE' || may(own, 'TENANT_ADMINISTER')),
    }),
    rename: t.boolean({
      resolve: (own) =>
        may(own, 'TENANT_RENAME') && (own.tenant.status !== 'PREPARE' || may(own, 'TENANT_ADMINISTER')),
    }),
    administer: t.boolean({
      description: 'Whether the viewer can change expireAt, uploadAudit, internal and owner',
      resolve: (own) => may(own, 'TENANT_ADMINISTER'),
    }),
    enter: t.boolean({
      description:
        'Whether the viewer, as a member or administrator, can switch the session to the organization',
      resolve: (own) => entered(own),
    }),
    delete: t.boolean({
      resolve: (own) =>
        own.deployment === 'platform' && may(own, 'TENANT_DELETE', 'delete') && own.tenant.device_count === 0,
    }),
    confirm: t.boolean({ resolve: (own) => may(own, 'TENANT_REVIEW', 'confirm') }),
    reject: t.boolean({ resolve: (own) => may(own, 'TENANT_REVIEW', 'reject') }),
    rePrepare: t.boolean({ resolve: (own) => may(own, 'TENANT_APPLY_AGAIN', 'rePrepare') }),
    invite: t.boolean({ resolve: (own) => finished(own) && may(own, 'MEMBER_INVITE') }),
    manageMembers: t.boolean({
      description: 'Whether the viewer can add, remove and rename members and change their permissions',
      resolve: (own) => finished(own) && may(own, 'MEMBER_ADMINISTER'),
    }),
    manageManagers: t.boolean({ resolve: (own) => finished(own) && may(own, 'MEMBER_PROMOTE') }),
    createMembers: t.boolean({
      description:
        'Whether the viewer can call createTenantOperator, which creates an account and adds it as a member',
      resolve: (own) => finished(own) && may(own, 'MEMBER_ADMINISTER') && may(own, 'ACCOUNT_CREATE'),
    }),
    handOver: t.boolean({ resolve: (own) => finished(own) && may(own, 'TENANT_HAND_OVER') }),
    requireFactor: t.boolean({
      description:
        'Whether the viewer can call requireFactorByTenant, which makes a second factor mandatory for members',
      resolve: (own) => finished(own) && may(own, 'TENANT_REQUIRE_FACTOR'),
    }),
    acceptFactor: t.boolean({
      description:
        'Whether the viewer can call acceptFactorByTenant, which is required before the viewer can use the organization',
      resolve: (own) => may(own, 'TENANT_ACCEPT_FACTOR'),
    }),
    leave: t.boolean({
      description: 'Whether the viewer can leave the organization. An owner must transfer ownership first.',
      resolve: (own) => may(own, 'TENANT_LEAVE') && !own.owns,
    }),
  }),
})

/** Whether the viewer can switch their session to this organization. */
const entered = (own: Abilities): boolean =>
  (finished(own) || own.tenant.status === 'EXPIRED') && may(own, 'TENANT_ENTER')

builder.objectField(Auth, 'lastTenantId', (t) =>
  t.id({
    nullable: true,
    description:
      "ID of the organization that the user's last session used; for the personal organization, the account's own id. Null if unknown or if the user can no longer use that organization.",
    resolve: async ({ id, last_tenant_id: last }, _args, context) => {
      if (last === null || last === id) return last
      const tenant = await loadTenant(context, last)
      if (!tenant) return null
      return entered(await abilitiesOver(tenant, context)) ? last : null
    },
  }),
)

const abilitiesOver = async (tenant: TenantRow, context: Context): Promise<Abilities> => ({
  tenant,
  owns: tenant.owner_id === viewerOf(context).accountId,
  relations: await loadRelations(context, tenant),
  deployment: context.services.deployment,
})

builder.objectField(Tenant, 'viewerCan', (t) =>
  t.field({
    type: TenantCan,
    resolve: (tenant, _args, context) => abilitiesOver(tenant, context),
  }),
)
