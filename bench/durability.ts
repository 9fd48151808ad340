// npm run bench:durability: whether a row that the database has acknowledged is there after the worst.
//   kill -9   ends the writing process (and on PostgreSQL the server too) at a random moment
//   power cut keeps of what was written only what went through fsync, and of the rest each block by chance
//   trace     compares the system calls of the embedded database with its acknowledgements (needs strace)
// ROUNDS: how often, 20 unless told. Ends with 1 where a row was lost.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { type Database, openDatabase } from '../server/db/open.ts'
import { type PostgresServer, startPostgres } from '../server/testing/postgres.ts'
import { figure, median, printTable } from './measure.ts'

const rounds = Number(process.env.ROUNDS ?? 20)
const log = pino({ level: 'fatal' })
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

interface Killed {
  acknowledged: number
  /** Acknowledged transactions that are not there, and transactions of which there is a half. */
  lost: number
  halves: number
  /** Milliseconds until the database answered again, one figure a round. */
  reopened: number[]
}

/** Lets a process write for up to a second, kills it, opens the database again and compares; `rounds` times. */
async function killWriters(
  target: string,
  crash: () => Promise<void>,
  open: () => Promise<Database>,
): Promise<Killed> {
  const result: Killed = { acknowledged: 0, lost: 0, halves: 0, reopened: [] }
  for (let round = 0; round < rounds; round++) {
    const acknowledged = await writeUntilKilled(target, crash)
    const begin = performance.now()
    await using db = await open()
    await db.execute('select 1')
    result.reopened.push(performance.now() - begin)
    const { rows } = await db.execute('select id from bench_row')
    const found = new Set<string>(rows.map(({ id }) => id))
    result.acknowledged += acknowledged.length
    result.lost += acknowledged.filter((id) => !found.has(`${id}a`) || !found.has(`${id}b`)).length
    result.halves += [...found].filter(
      (id) => !found.has(id.slice(0, -1) + (id.endsWith('a') ? 'b' : 'a')),
    ).length
  }
  return result
}

/** Gives the ids that the writer printed; those that came after the kill were acknowledged before it. */
function writeUntilKilled(target: string, crash: () => Promise<void>): Promise<string[]> {
  const writer = spawn(process.execPath, [script('durability-writer.ts'), target], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  let killing = false
  return new Promise((resolve, reject) => {
    writer.stdout.setEncoding('utf8').on('data', async (text: string) => {
      printed += text
      if (killing) return
      killing = true
      await pause(Math.random() * 1000)
      writer.kill('SIGKILL')
    })
    writer.on('close', async (_code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error('The writer ended by itself.'))
      await crash()
      resolve(printed.split('\n').slice(0, -1))
    })
  })
}

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

async function killEmbedded(): Promise<Killed> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reeve-durability-'))
  try {
    return await killWriters(
      dataDir,
      async () => {},
      () => openDatabase({ dataDir, log }),
    )
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function killPostgres(server: PostgresServer): Promise<Killed> {
  const crash = () => server.crash()
  const open = async () => {
    await server.start()
    return openDatabase({ url: server.url, dataDir: '', log })
  }
  return killWriters(server.url, crash, open)
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

const embedded = await killEmbedded()
const postgres = await killPostgres(server)
await server.stop()
printTable(
  ['kill -9', 'rounds', 'acknowledged', 'lost', 'halves', 'reopened in ms (median, slowest)'],
  Object.entries({ embedded, postgres }).map(([kind, { acknowledged, lost, halves, reopened }]) => [
    kind,
    reopened.length,
    acknowledged,
    lost,
    halves,
    `${figure(median(reopened))}, ${figure(Math.max(...reopened))}`,
  ]),
)

const durable = cutPower('durable')
const stock = cutPower('stock')
console.log()
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
const harmed = [embedded, postgres].some(({ lost, halves }) => lost + halves > 0)
const failed =
  harmed ||
  durable.lost + durable.unopened > 0 ||
  (trace && (trace.early > 0 || trace.syncs < trace.acknowledgements))
process.exit(failed ? 1 : 0)
