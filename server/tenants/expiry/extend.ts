import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { builder } from '../../core/builder.ts'
import { changed, changeEach, type Outcome } from '../../core/bulk.ts'
import { badInput } from '../../core/errors.ts'
import { isId } from '../../core/id.ts'
import { boolean, id, instant, integer, listOf, optional, timeZone } from '../../core/input.ts'
import { mutation } from '../../core/operation.ts'
import { addMonths, zoneOffset } from '../../core/time/zone.ts'
import { ofTenant } from '../audit.ts'
import { assertFuture } from '../rules.ts'
import { lockTenants, saveExpiry, type TenantRow } from '../store.ts'
import { Tenant } from '../types.ts'
import { isLater, sendExtendedMessage } from '../update.ts'

type SkipReason = 'UNCHANGED' | 'CONFLICT'

const TenantOutcome = builder.objectRef<Outcome<TenantRow, SkipReason>>('TenantOutcome').implement({
  fields: (t) => ({
    tenant: t.field({
      type: Tenant,
      description: 'Current state of the organization',
      resolve: ({ now }) => now,
    }),
    expireAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Expiry date after the change; null if it does not expire',
      resolve: ({ after }) => after.expire_at,
    }),
    result: t.field({
      type: builder.enumType('TenantResult', {
        values: {
          CHANGED: { description: 'Changed, or in a preview would be changed' },
          UNCHANGED: { description: 'The organization already has this date or does not expire' },
          CONFLICT: { description: 'The organization has not been approved yet' },
        } satisfies Record<'CHANGED' | SkipReason, object>,
      }),
      resolve: ({ result }) => result,
    }),
  }),
})

mutation({
  name: 'extendTenants',
  description:
    'Sets one expireAt for up to 1,000 organizations (null: no expiry), or adds months to each, in the calendar of timeZone, from its expiry date or from now if that has passed. Organizations that do not allow the change are skipped, unknown ids are ignored. With `preview`, nothing is changed. Access: admin, organization_list.',
  can: 'TENANT_ADMINISTER',
  effects: [],
  input: {
    ids: listOf(id(), limits.batch),
    expireAt: optional(instant()),
    months: optional(integer({ min: 1, max: 120 })),
    timeZone: timeZone(),
    preview: boolean(false),
  },
  returns: [TenantOutcome],

  async target(tx, input) {
    const tenants = await lockTenants(tx, input.ids.filter(isId))
    return { row: [...tenants.values()].filter(({ personal }) => !personal) }
  },

  async run({ tx, context: { services }, viewer, input, target: tenants }) {
    const { expireAt, months, timeZone, preview } = input
    if ((expireAt === undefined) === (months == null)) throw badInput({ expireAt: ['field.required'] })
    const offset = zoneOffset(timeZone)
    return changeEach<TenantRow, SkipReason>(tenants, {
      preview,
      decide(tenant) {
        if (tenant.status !== 'FINISH' && tenant.status !== 'EXPIRED') return 'CONFLICT'
        const { expire_at } = tenant
        if (months && !expire_at) return 'UNCHANGED'
        const from = expire_at && expire_at > viewer.now ? expire_at : viewer.now
        const until = months ? addMonths(from, months, offset) : (expireAt ?? null)
        if (until?.getTime() === expire_at?.getTime()) return 'UNCHANGED'
        assertFuture(viewer, until)
        return { ...tenant, expire_at: until }
      },
      async save(changes) {
        const saved = await saveExpiry(
          tx,
          changes.map(({ after }) => after),
          viewer.accountId,
        )
        for (const { before } of changes) {
          const tenant = required(saved.get(before.id), 'item of saved')
          if (isLater(tenant.expire_at, before.expire_at)) await sendExtendedMessage(tx, services, tenant)
        }
        return saved
      },
    })
  },

  audit: ({ result }) =>
    changed(result).map(({ before, now }) => ({
      ...ofTenant(before),
      changes: {
        status: [before.status, now.status],
        expireAt: [before.expire_at, now.expire_at],
      },
    })),
  recordedAs: 'updateTenant',
})
