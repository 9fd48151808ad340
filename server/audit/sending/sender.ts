import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { newId } from '../../core/id.ts'
import { type Rounds, startRounds } from '../../core/jobs/rounds.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { assignPositions } from '../seals/assign-positions.ts'
import { type Batch, countBehind, readEventLines, readSealLines } from './lines.ts'
import { parseTarget, type Send } from './targets.ts'

/**
 * Duration of a lease in seconds, which is longer than sending one batch takes. If a server stops, another
 * server takes over when the lease expires.
 */
const lease = 60
/** Maximum delay before the next attempt, in seconds. */
const maxRetryDelay = 300
/** Maximum number of events that get a position before a batch is sent. */
const maxPositioned = 5_000

type Name = 'events' | 'seals'
type Read = (db: Kysely<Tables>, sent: number) => Promise<Batch>

interface Dependencies {
  db: Database
  log: Logger
  registry?: Registry
  /** Milliseconds between two checks for new events to send. */
  every?: number
}

/**
 * Sends audit events and seals to the configured targets as they are written: in order, at least once, and
 * from one server at a time. The database stores the progress. Writing an event never waits for a target. All
 * seals are sent, but only the events that were written after a server first started with a target.
 */
export async function startAuditSending(
  { db, log, registry, every = 1_000 }: Dependencies,
  { auditUrl, sealUrl }: { auditUrl: string | undefined; sealUrl: string | undefined },
): Promise<Rounds[]> {
  const started: Rounds[] = []
  const start = async (name: Name, url: string | undefined, read: Read) => {
    if (url === undefined) return
    await sql`
      insert into audit_sending (name, sent)
      select ${name}, case when ${name} = 'seals' then 0 else position end from audit_head
      on conflict do nothing`.execute(db.query)
    const send = parseTarget(url)
    const node = newId()
    const run = async () => {
      if (name === 'events' && (await hasUnpositioned(db, node))) await assignPositions(db, maxPositioned)
      while (await sendPortion({ db, log, name, node, read, send }));
    }
    started.push(
      await startRounds({ db, log }, { name: `audit ${name}`, channel: 'audit_sending', every, run }),
    )
  }
  await start('events', auditUrl, readEventLines)
  await start('seals', sealUrl, readSealLines)
  new Gauge({
    name: 'audit_sending_behind',
    help: 'Audit events and seals that have not been sent yet',
    labelNames: ['what'] as const,
    registers: registry && started.length ? [registry] : [],
    async collect() {
      this.reset()
      for (const { name, behind } of await countBehind(db.query).catch(() => []))
        this.set({ what: name }, behind)
    },
  })
  return started
}

const isLeased = (name: Name, node: string) =>
  sql`name = ${name} and due_at <= now() and (lease_until <= now() or lease_id = ${node}::uuid)`

async function hasUnpositioned(db: Database, node: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_sending where ${isLeased('events', node)} and exists (select from audit_pending)`.execute(
    db.query,
  )
  return rows.length > 0
}

const isBehind = sql`sent < (
  select case audit_sending.name when 'seals' then seal_number else position end from audit_head)`

interface SendingTask {
  db: Database
  log: Logger
  name: Name
  node: string
  read: Read
  send: Send
}

/**
 * Sends one batch. Returns true if the next batch can be sent immediately. If there is nothing to send,
 * writes nothing to the database.
 */
async function sendPortion({ db, log, name, node, read, send }: SendingTask): Promise<boolean> {
  const { rows } = await sql`
    select from audit_sending where ${isLeased(name, node)} and ${isBehind}`.execute(db.query)
  if (!rows.length) return false
  const { rows: taken } = await sql<{ sent: number; failures: number }>`
    update audit_sending set lease_id = ${node}, lease_until = now() + make_interval(secs => ${lease})
    where ${isLeased(name, node)} returning sent, failures`.execute(db.query)
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
    const seconds = Math.min(maxRetryDelay, 2 ** Math.min(failures, 10))
    await settle(sql`failures = failures + 1, due_at = now() + make_interval(secs => ${seconds})`)
    log.warn(
      { error: (error as Error).message, what: name, seconds },
      'could not send the audit log; will retry',
    )
    return false
  }
}
