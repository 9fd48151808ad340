import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { type Changes, recordAudits } from '../core/audit.ts'
import { builder } from '../core/builder.ts'
import { badInput } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { boolean, id, instant, integer, listOf, optional } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import type { Tx } from '../db/open.ts'
import { ofTenant } from './applications.ts'
import { demandAhead } from './input.ts'
import { readsEveryTenant } from './relations.ts'
import { selectTenants, type TenantRow, updateTenant } from './store.ts'
import { Tenant } from './types.ts'
import { isLater, sendExtendedMessage } from './update.ts'

/** What a call over many organizations does, or would do, with one. */
interface Outcome {
  tenant: TenantRow
  expireAt: Date | null
  result: 'CHANGED' | 'UNCHANGED' | 'CONFLICT'
}

const TenantOutcome = builder.objectRef<Outcome>('TenantOutcome').implement({
  fields: (t) => ({
    tenant: t.field({ type: Tenant, description: 'as it is now', resolve: ({ tenant }) => tenant }),
    expireAt: t.expose('expireAt', {
      type: 'DateTime',
      nullable: true,
      description: 'what it then is; null: it does not expire',
    }),
    result: t.field({
      type: builder.enumType('TenantResult', {
        values: {
          CHANGED: { description: 'in a preview: would be changed' },
          UNCHANGED: { description: 'it is that already, or does not expire at all' },
          CONFLICT: { description: 'an application: it has not been confirmed' },
        } satisfies Record<Outcome['result'], object>,
      }),
      resolve: ({ result }) => result,
    }),
  }),
})

/** In one order, so that two calls over the same ones never wait for each other. */
const lockTenants = (tx: Tx, ids: readonly string[]): Promise<TenantRow[]> =>
  selectTenants(tx)
    .where('tenant.id', 'in', ids)
    .where('tenant.personal', '=', false)
    .orderBy('tenant.id')
    .forUpdate('tenant')
    .execute()

/** By organization: so many months from when it expires, or from now where it has; as the calendar has them. */
async function monthsLater(tx: Tx, ids: readonly string[], months: number): Promise<Map<string, Date>> {
  const rows = await tx
    .selectFrom('tenant')
    .select('id')
    .select(sql<Date>`greatest(expire_at, now()) + make_interval(months => ${months}::integer)`.as('until'))
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.until]))
}

mutation({
  name: 'extendTenants',
  description:
    'either one expireAt for up to 1,000 organizations (null: they do not expire), or so many months more for each. Those that can be are changed, the answer says which; an id of none is left out. preview: changes nothing. who: admin, organization_list',
  can: 'TENANT_ADMINISTER',
  input: {
    ids: listOf(id(), limits.batch),
    expireAt: optional(instant()),
    months: optional(integer({ min: 1, max: 120 })),
    preview: boolean(false),
  },
  returns: [TenantOutcome],

  async target(tx, input, viewer) {
    const ids = readsEveryTenant(viewer) ? input.ids.filter(isId).map((each) => each.toLowerCase()) : []
    return { row: ids.length ? await lockTenants(tx, ids) : [], relations: [] }
  },

  async run({ tx, context: { services, request }, viewer, input, target: tenants }) {
    const { expireAt, months } = input
    if ((expireAt === undefined) === (months == null)) throw badInput({ expireAt: ['field.required'] })
    const ids = tenants.map((tenant) => tenant.id)
    const later = months && ids.length ? await monthsLater(tx, ids, months) : undefined
    const outcomes = tenants.map((tenant): Outcome => {
      const kept = { tenant, expireAt: tenant.expire_at }
      if (tenant.status !== 'FINISH' && tenant.status !== 'EXPIRED') return { ...kept, result: 'CONFLICT' }
      if (later && !tenant.expire_at) return { ...kept, result: 'UNCHANGED' }
      const until = later ? later.get(tenant.id)! : (expireAt ?? null)
      if (until?.getTime() === tenant.expire_at?.getTime()) return { ...kept, result: 'UNCHANGED' }
      return { tenant, expireAt: until, result: 'CHANGED' }
    })
    const changed = outcomes.filter(({ result }) => result === 'CHANGED')
    if (changed.length) await demandAhead(tx, expireAt)
    if (input.preview || !changed.length) return outcomes

    const now = new Map<string, TenantRow>()
    for (const { tenant, expireAt: until } of changed) {
      const result = await updateTenant(tx, tenant.id, {
        expire_at: until,
        expiry_notice: null,
        modifier_id: viewer.accountId,
      })
      now.set(tenant.id, result)
      if (isLater(result.expire_at, tenant.expire_at)) await sendExtendedMessage(tx, services, result)
    }
    await recordAudits(
      tx,
      changed.map(({ tenant }) => {
        const result = now.get(tenant.id)!
        const changes: Changes = {
          status: [tenant.status, result.status],
          expireAt: [tenant.expire_at, result.expire_at],
        }
        const { accountId: actorId } = viewer
        return {
          ...ofTenant(tenant),
          actorId,
          action: 'UpdateTenant',
          ip: request.ip,
          success: true,
          changes,
        }
      }),
    )
    return outcomes.map((outcome) => ({ ...outcome, tenant: now.get(outcome.tenant.id) ?? outcome.tenant }))
  },

  // Each organization has its own row.
  audit: () => ({ tenantId: null, targetType: 'tenant', targetId: null, changes: {} }),
})
