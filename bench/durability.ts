// npm run bench:durability: whether a row that the embedded database has acknowledged is there after the worst; npm run
// faults does the same to servers, by kill -9.
//   power cut keeps of what was written only what went through fsync, and of the rest each block by chance
//   trace     compares the system calls of the embedded database with its acknowledgements (needs strace)
// ROUNDS: how often, 20 unless told. Ends with 1 where a row was lost.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { type Database, openDatabase } from '../server/db/open.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { figure, median, printTable } from './measure.ts'

const rounds = Number(process.env.ROUNDS ?? 20)
const log = pino({ level: 'fatal' })
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

interface PowerLoss {
  cuts: number
  acknowledged: number
  lost: number
  unopened: number
}

function cutPower(kind: 'durable' | 'stock'): PowerLoss {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-power-'))
  try {
    const output = execFileSync(process.execPath, [script('power-loss.ts'), kind, folder, String(rounds)])
    return JSON.parse(output.toString())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of the acknowledgements in a trace: how many were printed while written log was not yet written through. */
function readTrace(trace: string): { acknowledgements: number; early: number; syncs: number } {
  let unsynced = 0
  const result = { acknowledgements: 0, early: 0, syncs: 0 }
  // With -y strace names the file of a descriptor. A call that another thread interrupts is written in two parts: a
  // write counts from its first, an fsync once its second says that it is done.
  const syncing = new Set<string>()
  for (const line of trace.split('\n')) {
    const [thread = ''] = line.split(' ')
    const ofLog = line.includes('/pg_wal/0')
    if (ofLog && /\bpwrite64\(/.test(line)) unsynced++
    if (ofLog && /\bfsync\(/.test(line) && line.includes('unfinished')) syncing.add(thread)
    const done =
      (ofLog && /\bfsync\(.*= 0/.test(line)) || (/fsync resumed.*= 0/.test(line) && syncing.delete(thread))
    if (done) {
      result.syncs++
      unsynced = 0
    }
    if (/\bwrite\(1<.*"acknowledged/.test(line)) {
      result.acknowledgements++
      if (unsynced > 0) result.early++
    }
  }
  return result
}

function traceWriter(): ReturnType<typeof readTrace> | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-trace-'))
  const file = join(folder, 'trace')
  const calls = ['-f', '-y', '-s', '32', '-e', 'trace=pwrite64,fsync,fdatasync,write', '-o', file]
  try {
    execFileSync(
      'strace',
      [...calls, process.execPath, script('durability-steps.ts'), join(folder, 'data'), '200'],
      {
        stdio: 'ignore',
      },
    )
    return readTrace(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined // no strace here
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds of one insert, one at a time. */
async function timeInserts(db: Database): Promise<number> {
  await db.execute('create table bench_time (n integer primary key)')
  const times: number[] = []
  for (let n = 0; n < 1000; n++) {
    const begin = performance.now()
    await db.execute('insert into bench_time values ($1)', [n])
    times.push(performance.now() - begin)
  }
  return median(times)
}

async function timeEmbedded(): Promise<{ first: number; second: number; insert: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reeve-durability-'))
  const open = async () => {
    const begin = performance.now()
    const db = await openDatabase({ dataDir, log })
    await db.execute('select 1')
    return { db, took: performance.now() - begin }
  }
  try {
    const first = await open()
    await first.db.close()
    const second = await open()
    const insert = await timeInserts(second.db)
    await second.db.close()
    return { first: first.took, second: second.took, insert }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const times = await timeEmbedded()
const server = await startPostgres({ durable: true })
const onServer = await openDatabase({ url: server.url, dataDir: '', log })
const insertOnServer = await timeInserts(onServer)
await onServer.close()
console.log(
  `embedded: opens in ${figure(times.first)} ms where there is no database yet, ${figure(times.second)} ms otherwise; ` +
    `an insert with fsync takes ${figure(times.insert, 2)} ms (PostgreSQL: ${figure(insertOnServer, 2)} ms)\n`,
)

await server.stop()

const durable = cutPower('durable')
const stock = cutPower('stock')
printTable(
  ['power cut', 'rounds', 'acknowledged', 'lost', 'did not open'],
  [
    ['embedded', durable.cuts, durable.acknowledged, durable.lost, durable.unopened],
    ['PGlite as it comes', stock.cuts, stock.acknowledged, stock.lost, stock.unopened],
  ],
)

const trace = traceWriter()
console.log(
  trace
    ? `\ntrace: ${trace.acknowledgements} acknowledgements, ${trace.syncs} fsyncs of the log, ` +
        `${trace.early} acknowledged before the log was written through`
    : '\ntrace: not made, strace is not installed',
)
const failed =
  durable.lost + durable.unopened > 0 || (trace && (trace.early > 0 || trace.syncs < trace.acknowledgements))
process.exit(failed ? 1 : 0)
