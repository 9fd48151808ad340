import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

// What is hashed, and how. It is a format: what is sealed once has to come out the same for ever, so another text gets
// another number. The texts are the database's, the hashes are not: SHA-256 (FIPS 180-4) by this process.

export const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** An event as it is hashed. */
export interface EventText {
  id: string
  /** As PostgreSQL writes it, to the microsecond. */
  at: string
  text: string
}

/** account → salted hash of what is kept of it beside an event, base64url. */
export type PersonalHashes = Record<string, string>

interface Span {
  ids: readonly string[]
  /** The first and the last instant they are of, so that their quarter alone is looked into. */
  from: string
  to: string
}

const micros = sql`(extract(epoch from date_time) * 1000000)::bigint`
const within = ({ from, to }: Span) => sql`date_time between ${from}::timestamptz and ${to}::timestamptz`

/** Of these events; one that is not there is not in it, one that is there twice is in it twice. */
export async function readTexts(db: Kysely<Tables>, span: Span): Promise<EventText[]> {
  const { rows } = await sql<EventText>`
    select id, date_time::text as at, jsonb_build_array('reeve event 1', id, tenant_id, ${micros}, actor_id, application_id,
      action, target_type, target_id, ip, success, changes)::text as text
    from audit_event where id = any(${[...span.ids]}::uuid[]) and ${within(span)}`.execute(db)
  return rows
}

/** event → what is kept of accounts beside it, as it is now. */
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

/** Of an event at its place. */
export const placeHash = (position: number, event: string, personal: PersonalHashes): Buffer =>
  sha256(JSON.stringify([position, event, Object.entries(personal).sort(([a], [b]) => (a < b ? -1 : 1))]))

/** A seal without its signature. */
export interface SealFacts {
  number: number
  /** Positions of its events: from `first`, `count` of them. */
  first: number
  count: number
  /** In which all of them are: 2026_4 */
  quarter: string
  sealed_at: Date
  events: Buffer
  previous: Buffer
}

/** What is signed. */
export const sealText = ({ number, first, count, quarter, sealed_at, events, previous }: SealFacts): string =>
  JSON.stringify([
    'reeve seal 1',
    ...[number, first, count, quarter, sealed_at.toISOString()],
    ...[events.toString('hex'), previous.toString('hex')],
  ])

export const lastOf = ({ first, count }: Pick<SealFacts, 'first' | 'count'>): number => first + count - 1
