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
      description:
        'The organization as it is stored after the call; in a preview, the unchanged organization',
      resolve: ({ now }) => now,
    }),
    expireAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Expiry date of the organization after the change or, in a preview, as the change would set it; null if it does not expire',
      resolve: ({ after }) => after.expire_at,
    }),
    result: t.field({
      type: builder.enumType('TenantResult', {
        values: {
          CHANGED: { description: 'The organization was changed; in a preview, it would be changed' },
          UNCHANGED: {
            description:
              'The organization already had this date, or it does not expire and cannot be extended by months',
          },
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
    'Sets the expiry date of up to 1,000 organizations to expireAt (null: no expiry). With `months`, instead adds months to each expiry date, or to the current time if that date has passed, using the calendar of timeZone. Organizations that have not been approved are skipped; unknown ids are ignored. Returns a result for each organization. With `preview`, returns the results without changing anything. Access: admin, organization_list.',
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
