import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { newId } from '../../core/id.ts'
import { type Rounds, startRounds } from '../../core/jobs/rounds.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { placeEvents } from '../seals/place.ts'
import { countBehind, type Portion, readEventLines, readSealLines } from './lines.ts'
import { parseTarget, type Send } from './targets.ts'

/** Seconds after which another node goes on where one has stopped: longer than a portion takes. */
const lease = 60
/** Seconds until the next try at most. */
const longest = 300
/** Events that are given their place before a portion is read. */
const placed = 5_000

type Name = 'events' | 'seals'
type Read = (db: Kysely<Tables>, sent: number) => Promise<Portion>

interface Means {
  db: Database
  log: Logger
  registry?: Registry
  /** Milliseconds between looks for what is new. */
  every?: number
}

/**
 * Sends the record as it is written, and its seals, to where the settings say: in order, at least once, by one node at a
 * time. How far it is stands in the database; who writes an event waits for nothing. Of events those are sent that are
 * written from the first start with the setting on, of seals all.
 */
export async function startAuditSending(
  { db, log, registry, every = 1_000 }: Means,
  { auditUrl, sealUrl }: { auditUrl: string | undefined; sealUrl: string | undefined },
): Promise<Rounds[]> {
  const begun: Rounds[] = []
  const begin = async (name: Name, url: string | undefined, read: Read) => {
    if (url === undefined) return
    await sql`
      insert into audit_sending (name, sent)
      select ${name}, case when ${name} = 'seals' then 0 else position end from audit_head
      on conflict do nothing`.execute(db.query)
    const send = parseTarget(url)
    const node = newId()
    const run = async () => {
      if (name === 'events' && (await hasUnplaced(db, node))) await placeEvents(db, placed)
      while (await sendPortion({ db, log, name, node, read, send }));
    }
    begun.push(
      await startRounds({ db, log }, { name: `audit ${name}`, channel: 'audit_sending', every, run }),
    )
  }
  await begin('events', auditUrl, readEventLines)
  await begin('seals', sealUrl, readSealLines)
  new Gauge({
    name: 'audit_sending_behind',
    help: 'Audit events and seals that were not sent elsewhere yet',
    labelNames: ['what'] as const,
    registers: registry && begun.length ? [registry] : [],
    async collect() {
      this.reset()
      for (const { name, behind } of await countBehind(db.query).catch(() => []))
        this.set({ what: name }, behind)
    },
  })
  return begun
}

const mine = (name: Name, node: string) =>
  sql`name = ${name} and due_at <= now() and (lease_until <= now() or lease_id = ${node}::uuid)`

async function hasUnplaced(db: Database, node: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_sending where ${mine('events', node)} and exists (select from audit_pending)`.execute(
    db.query,
  )
  return rows.length > 0
}

const isBehind = sql`sent < (
  select case audit_sending.name when 'seals' then seal_number else position end from audit_head)`

interface Turn {
  db: Database
  log: Logger
  name: Name
  node: string
  read: Read
  send: Send
}

/** true where there may be more to send at once. Nothing is written where there is nothing to send. */
async function sendPortion({ db, log, name, node, read, send }: Turn): Promise<boolean> {
  const { rows } = await sql`
    select from audit_sending where ${mine(name, node)} and ${isBehind}`.execute(db.query)
  if (!rows.length) return false
  const { rows: taken } = await sql<{ sent: number; failures: number }>`
    update audit_sending set lease_id = ${node}, lease_until = now() + make_interval(secs => ${lease})
    where ${mine(name, node)} returning sent, failures`.execute(db.query)
  if (!taken[0]) return false
  const { lines, upTo, full } = await read(db.query, taken[0].sent)
  const settle = (change: ReturnType<typeof sql>) =>
    sql`update audit_sending set ${change} where name = ${name} and lease_id = ${node}::uuid`.execute(
      db.query,
    )
  try {
    if (lines.length) await send(lines)
    await settle(sql`sent = ${upTo}, failures = 0`)
    return full
  } catch (error) {
    const { failures } = taken[0]
    const seconds = Math.min(longest, 2 ** Math.min(failures, 10))
    await settle(sql`failures = failures + 1, due_at = now() + make_interval(secs => ${seconds})`)
    log.warn(
      { error: (error as Error).message, what: name, seconds },
      'the audit log was not sent; tried again',
    )
    return false
  }
}
