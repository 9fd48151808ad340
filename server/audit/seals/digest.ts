import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

// Defines the texts that are hashed. Their format must never change, because sealed data must always produce
// the same hashes. A different text needs a new format number. PostgreSQL builds the texts of events, and
// this process hashes them with SHA-256 (FIPS 180-4).

export const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** An event and the text from which its hash is computed. */
export interface EventText {
  id: string
  /** Time of the event with microseconds, in PostgreSQL's text format. */
  at: string
  text: string
}

/** Salted hashes of the personal data in an event, in base64url, by account id. */
export type PersonalHashes = Record<string, string>

interface Span {
  ids: readonly string[]
  /** Times of the first and the last event, which limit the search to their partition. */
  from: string
  to: string
}

const micros = sql`(extract(epoch from date_time) * 1000000)::bigint`
const within = ({ from, to }: Span) => sql`date_time between ${from}::timestamptz and ${to}::timestamptz`

/**
 * Returns the texts of the events with the ids in `span`. Missing events are omitted. An event that is stored
 * twice appears twice.
 */
export async function readTexts(db: Kysely<Tables>, span: Span): Promise<EventText[]> {
  const { rows } = await sql<EventText>`
    select id, date_time::text as at, jsonb_build_array('reeve event 1', id, tenant_id, ${micros}, actor_id, application_id,
      action, target_type, target_id, ip, success, changes)::text as text
    from audit_event where id = any(${[...span.ids]}::uuid[]) and ${within(span)}`.execute(db)
  return rows
}

/** Returns the current hashes of the personal data, by event id. */
export async function readPersonal(db: Kysely<Tables>, span: Span): Promise<Map<string, PersonalHashes>> {
  const { rows } = await sql<{ event: string; account: string; text: string }>`
    select event_id as event, account_id as account,
      jsonb_build_array('reeve personal 1', salt, event_id, account_id, ip, changes)::text as text
    from audit_personal where event_id = any(${[...span.ids]}::uuid[]) and ${within(span)}`.execute(db)
  const found = new Map<string, PersonalHashes>()
  for (const { event, account, text } of rows)
    found.set(event, { ...found.get(event), [account]: sha256(text).toString('base64url') })
  return found
}

/**
 * Returns the hash of an event for its seal: SHA-256 of its position, its text and the hashes of its personal
 * data.
 */
export const positionHash = (position: number, event: string, personal: PersonalHashes): Buffer =>
  sha256(JSON.stringify([position, event, Object.entries(personal).sort(([a], [b]) => (a < b ? -1 : 1))]))

/** A seal without its signature. */
export interface SealFacts {
  number: number
  /** The seal covers `count` events, starting at position `first`. */
  first: number
  count: number
  /** The quarter to which all events in the seal belong, such as 2026_4. */
  quarter: string
  sealed_at: Date
  events: Buffer
  previous: Buffer
}

/** Returns the text to sign for a seal. */
export const sealText = ({ number, first, count, quarter, sealed_at, events, previous }: SealFacts): string =>
  JSON.stringify([
    'reeve seal 1',
    ...[number, first, count, quarter, sealed_at.toISOString()],
    ...[events.toString('hex'), previous.toString('hex')],
  ])

export const lastOf = ({ first, count }: Pick<SealFacts, 'first' | 'count'>): number => first + count - 1
