import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { last, required } from '../../contract/required.ts'
import { adminPassword, type Server, startServer } from '../../e2e/harness/server.ts'
import { openDatabase } from '../../server/db/open.ts'
import { migratedFolder } from '../../server/testing/database.ts'
import { freePort } from '../../server/testing/postgres.ts'
import { judge, judgeAt } from '../lib/judge.ts'
import { type Load, startLoad } from '../lib/load.ts'
import { inMs, type Report } from './report.ts'

const shared = mkdtempSync(join(tmpdir(), 'reeve-faults-'))
process.on('exit', () => rmSync(shared, { recursive: true, force: true }))

/**
 * A server under load. At the end, the changes that the load made are compared with the server's database.
 */
export interface Scene extends AsyncDisposable {
  /** The running server or, if none is running, the last one. */
  server: Server
  load: Load
  /** Starts the server again after it has exited, with the same port and data. */
  start(): Promise<void>
  /**
   * Stops the load and the server, and reports which changes are missing in the database or contradict it.
   */
  judge(): Promise<void>
}

interface Options {
  rate: number
  /** Database URL. If omitted, the server uses an embedded database. */
  databaseUrl?: string
  /** URL for the comparison at the end, if it differs from `databaseUrl`. */
  judgeUrl?: string
}

export async function startScene(report: Report, options: Options): Promise<Scene> {
  const { rate, databaseUrl, judgeUrl = databaseUrl } = options
  const dataDir = mkdtempSync(join(shared, 'data-'))
  const env = {
    ...{ PORT: `${await freePort()}`, REEVE_LIMITS: '1000000', REEVE_LOG_LEVEL: 'warn' },
    ...(databaseUrl && { REEVE_DATABASE_URL: databaseUrl }),
  }
  if (!databaseUrl) {
    // Copying a migrated database makes the first start faster.
    const migrated = await migratedFolder()
    cpSync(migrated, dataDir, { recursive: true })
    rmSync(migrated, { recursive: true })
  }
  let load: Load | undefined
  const scene: Scene = {
    server: await startServer(env, { dataDir }),
    get load() {
      return required(load, 'load')
    },
    async start() {
      scene.server = await startServer(env, { dataDir })
    },
    async judge() {
      const { history } = scene.load
      await scene.load[Symbol.asyncDispose]()
      await scene.server.stop()
      if (judgeUrl) return report.count(history, await judgeAt(judgeUrl, history))
      await using db = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
      const rows = async (text: string, params?: unknown[]) => (await db.execute(text, params)).rows
      report.count(history, await judge(rows, history))
    },
    async [Symbol.asyncDispose]() {
      await load?.[Symbol.asyncDispose]()
      await scene.server.kill()
    },
  }
  try {
    load = await startLoad({ url: () => scene.server.url, adminPassword }, rate)
  } catch (error) {
    await scene[Symbol.asyncDispose]()
    throw error
  }
  return scene
}

/** How long to wait for an acknowledged change, in seconds. */
const patience = 90

/** Waits for the next acknowledged change. Returns the milliseconds since `since` (performance.now()). */
export async function untilChange({ load }: Scene, since: number): Promise<number> {
  const late = pause(patience * 1_000, 'late', { ref: false })
  if ((await Promise.race([load.nextChange(), late])) === 'late')
    throw new Error(`No change was acknowledged for ${patience} s.`)
  return performance.now() - since
}

/** Returns a text of the form "worst … ms, median … ms". */
export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const median = required(sorted[Math.floor(sorted.length / 2)], 'median')
  return `worst ${inMs(last(sorted, 'times'))}, median ${inMs(median)}`
}
