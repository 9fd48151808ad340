import { limits } from '../../contract/limits.ts'
import { builder } from '../core/builder.ts'
import { readCursor, writeCursor } from '../core/cursor.ts'
import { type EventRow, readEvents, recordReading } from '../core/events/feed.ts'
import { id, integer, opaque, optional } from '../core/input.ts'
import { query } from '../core/operation.ts'
import { relationsToFeed } from './access.ts'

export const Event = builder.objectRef<Omit<EventRow, 'position'>>('Event').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    dateTime: t.expose('date_time', { type: 'DateTime' }),
    type: t.exposeString('type', {
      description:
        'One of account.disabled, account.closed, account.contactChanged, member.added, member.removed, member.permissionsChanged, tenant.applied, tenant.confirmed, tenant.rejected, tenant.ownership, tenant.expiring, tenant.expired, tenant.deleted, device.registered, device.moved, device.status, device.online, device.offline, device.expiring',
    }),
    payload: t.field({ type: 'JSON', resolve: ({ payload }) => payload }),
  }),
})

const EventPage = builder.objectRef<{ data: EventRow[]; next: string }>('EventPage').implement({
  fields: (t) => ({
    data: t.field({ type: [Event], resolve: ({ data }) => data }),
    next: t.exposeString('next', {
      description: 'Value of `after` for the next request, even if there are no further events yet',
    }),
  }),
})

query({
  name: 'queryEvent',
  description:
    "Returns events after a cursor, oldest first, for clients that cannot receive webhooks. Events are stored for 30 days. device.online and device.offline are recorded only if this feed was read in the last 24 hours or a webhook receives them. Access: with tenantId, the organization's owner and managers, and its service accounts with data_view; without tenantId, admin and application_management for all events of the platform.",
  can: 'EVENT_READ',
  input: {
    tenantId: optional(id()),
    after: optional(opaque(2_048)),
    pageSize: integer({ min: 1, max: limits.page.max }, limits.page.size),
  },
  returns: EventPage,
  relations: ({ context, viewer, input }) => relationsToFeed(context.db.query, viewer, input.tenantId),

  async run({ context: { db }, input }) {
    const tenantId = input.tenantId?.toLowerCase() ?? null
    // A cursor is valid only for the feed for which it was created.
    const feed = `event ${tenantId}`
    const after = input.after == null ? 0 : Number((await readCursor(db.query, feed, input.after)).values[0])
    await recordReading(db.query, tenantId)
    const data = await readEvents(db.query, { tenantId, after, size: input.pageSize })
    const last = data.at(-1)?.position ?? after
    return { data, next: await writeCursor(db.query, feed, { first: 0, values: [String(last)] }) }
  },
})
