// npm run bench:seals: what a seal costs for an event, on both databases, in a small record and in a large one: writing it
// (an account's sign-in with its address), giving it its place and sealing it, comparing it by `reeve audit verify`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { sealEvents } from '../server/audit/seals/seal.ts'
import { verifyAuditLog } from '../server/audit/seals/verify.ts'
import { recordAudits } from '../server/core/audit.ts'
import { newId } from '../server/core/id.ts'
import { migrate } from '../server/db/migrate.ts'
import { type Database, openDatabase } from '../server/db/open.ts'
import { createKeys, readSigningKey } from '../server/identity/keys.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { figure, machine, printTable } from './measure.ts'

const size = Number(process.argv[2] ?? 200_000)
const sample = 5_000
const log = pino({ level: 'silent' })
const results: string[][] = []

/** Milliseconds for each of so many. */
async function each(count: number, run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await run()
  return (performance.now() - begin) / count
}

async function write(db: Database, account: string): Promise<void> {
  for (let n = 0; n < sample; n++)
    await db.transaction((tx) =>
      recordAudits(tx, [
        {
          ...{ tenantId: account, actorId: account, action: 'SignIn', targetType: 'session' as const },
          ...{ targetId: newId(), ip: '192.0.2.1', success: true },
        },
      ]),
    )
}

/** A second apart, written at once. */
const fill = (db: Database, account: string) =>
  db.transaction(
    (tx) =>
      sql`
        with event as (
          insert into audit_event (tenant_id, id, date_time, actor_id, action, target_type, success)
          select ${account}, gen_random_uuid(), now() - n * interval '1 second', ${account}, 'SignIn', 'session', true
          from generate_series(1, ${size}::integer) as n returning id, date_time)
        insert into audit_personal (event_id, date_time, account_id, ip)
        select id, date_time, ${account}, '192.0.2.1' from event`.execute(tx),
    { statementTimeout: 600_000 },
  )

async function measure(name: string, db: Database): Promise<void> {
  await migrate(db)
  await createKeys(db).load()
  const account = newId()
  await db.query.insertInto('account').values({ id: account, name: 'A' }).execute()
  const seal = () => sealEvents(db, readSigningKey)
  const row = async (what: string) => {
    const written = await each(sample, () => write(db, account))
    const sealed = await each(sample, seal)
    results.push([name, what, figure(written, 2), figure(sealed * 1_000)])
  }
  await write(db, account)
  await seal()
  await row('small')
  await fill(db, account)
  let backlog = 0
  for (let done = 0; done < size; done += 100_000) backlog += await each(size, seal)
  await db.execute('analyze')
  await row(`${size} events more`)
  let events = 0
  const compared = await each(size, async () => {
    const report = await verifyAuditLog(db.query, { days: null })
    if (report.faultCount) throw new Error(JSON.stringify(report.faults[0]))
    events = report.events
  })
  console.log(
    `${name}: ${size} events that were there before sealed in ${figure(backlog * 1_000)} µs each, ` +
      `${events} compared in ${figure((compared * size * 1_000) / events)} µs each`,
  )
}

console.log(machine())
const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'))
const postgres = await startPostgres({ durable: true })
try {
  await using embedded = await openDatabase({ dataDir: folder, log })
  await measure('embedded', embedded)
  await using server = await openDatabase({ url: postgres.url, dataDir: '', log })
  await measure('PostgreSQL', server)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
printTable(['database', 'record', 'ms to write an event', 'µs to seal it'], results)
