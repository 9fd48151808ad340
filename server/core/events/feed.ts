import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { platform } from '../counts/counts.ts'
import { testEvent } from './emit.ts'

export type EventRow = Pick<Selectable<Tables['event']>, 'id' | 'date_time' | 'type' | 'payload' | 'position'>

/**
 * Returns the events of one organization after a position, oldest first. If `tenantId` is null, returns the
 * events of the whole platform.
 */
export const readEvents = (
  db: Kysely<Tables>,
  { tenantId, after, size }: { tenantId: string | null; after: number; size: number },
): Promise<EventRow[]> =>
  db
    .selectFrom('event')
    .select(['id', 'date_time', 'type', 'payload', 'position'])
    .where('position', '>', after)
    .where(tenantId ? sql<boolean>`tenant_id = ${tenantId}` : sql<boolean>`platform`)
    .where('type', '<>', testEvent)
    .orderBy('position')
    .limit(size)
    .execute()

/**
 * Stores the time at which the feed was read. Updates it at most once an hour, which is precise enough to
 * decide whether the feed was read in the last 24 hours.
 */
export const recordReading = async (db: Kysely<Tables>, tenantId: string | null): Promise<void> =>
  void (await sql`
    insert into event_reading (tenant_id) values (${tenantId ?? platform}::uuid)
    on conflict (tenant_id) do update set read_at = now()
      where event_reading.read_at < now() - interval '1 hour'`.execute(db))
