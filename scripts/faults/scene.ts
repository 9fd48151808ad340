import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { last, required } from '../../contract/required.ts'
import { adminPassword, type Server, type StartOptions, startServer } from '../../e2e/harness/server.ts'
import { openDatabase } from '../../server/db/open.ts'
import { migratedFolder } from '../../server/testing/database.ts'
import { freePort } from '../../server/testing/postgres.ts'
import { must, signIn } from '../lib/caller.ts'
import { judge, judgeAt } from '../lib/judge.ts'
import { type Load, startLoad } from '../lib/load.ts'
import type { Report } from './fault.ts'

/** What all servers of this run are started with, unless told otherwise. */
const settings = { REEVE_LIMITS: '1000000', REEVE_LOG_LEVEL: 'warn' }

const shared = mkdtempSync(join(tmpdir(), 'reeve-faults-'))
process.on('exit', () => rmSync(shared, { recursive: true, force: true }))

export const newFolder = (): string => mkdtempSync(join(shared, 'data-'))

/** Fills a data folder with a migrated embedded database, so that the first start takes less time. */
export async function fillFolder(dataDir: string): Promise<void> {
  const migrated = await migratedFolder()
  cpSync(migrated, dataDir, { recursive: true })
  rmSync(migrated, { recursive: true })
}

/** A server process, called at its own port whatever its public address is; see startServer. */
export async function startHere(env: Record<string, string>, options: StartOptions): Promise<Server> {
  const server = await startServer({ ...settings, ...env }, options)
  return env.PORT ? { ...server, url: `http://127.0.0.1:${env.PORT}` } : server
}

/** Of several servers over one database, each on a port of its own behind one public address. */
export async function settingsOfNodes(databaseUrl: string, count: number): Promise<Record<string, string>[]> {
  const REEVE_PUBLIC_URL = `http://127.0.0.1:${await freePort()}`
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  // Behind a proxy a server that stops waits until that has noticed.
  const REEVE_TRUSTED_PROXIES = '127.0.0.1'
  return ports.map((port) => ({
    ...{ REEVE_DATABASE_URL: databaseUrl, REEVE_PUBLIC_URL, REEVE_TRUSTED_PROXIES },
    PORT: `${port}`,
  }))
}

/** A server, and a load on it whose changes are held against its database at the end. */
export interface Scene extends AsyncDisposable {
  /** The one that runs, or has run last. */
  server: Server
  dataDir: string
  load: Load
  /** Another one on the same port and data, once the last has ended. */
  start(): Promise<void>
  token(): Promise<string>
  /** Ends load and server, and holds the changes against the database. */
  judge(): Promise<void>
}

interface Options {
  rate: number
  /** Without it the database is embedded. */
  databaseUrl?: string
  /** Where the database is asked at the end, if not there. */
  judgeUrl?: () => string
  dataDir?: string
  env?: Record<string, string>
  via?: StartOptions['via']
}

export async function startScene(report: Report, options: Options): Promise<Scene> {
  const { rate, databaseUrl, judgeUrl = () => databaseUrl, dataDir = newFolder(), via = [] } = options
  const env = {
    PORT: `${await freePort()}`,
    ...(databaseUrl && { REEVE_DATABASE_URL: databaseUrl }),
    ...options.env,
  }
  if (!databaseUrl) await fillFolder(dataDir)
  const load: { running?: Load } = {}
  const scene: Scene = {
    server: await startHere(env, { dataDir, via }),
    dataDir,
    get load() {
      return required(load.running, 'running')
    },
    async start() {
      scene.server = await startHere(env, { dataDir, via })
    },
    token: async () => (await must(signIn(scene.server.url, 'admin', adminPassword))).access_token,
    async judge() {
      const { history } = scene.load
      await scene.load[Symbol.asyncDispose]()
      await scene.server.stop()
      const url = judgeUrl()
      if (url) return report.count(history, await judgeAt(url, history))
      await using db = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
      const rows = async (text: string, params?: unknown[]) => (await db.execute(text, params)).rows
      report.count(history, await judge(rows, history))
    },
    async [Symbol.asyncDispose]() {
      await load.running?.[Symbol.asyncDispose]()
      await scene.server.kill()
    },
  }
  try {
    load.running = await startLoad({ url: () => scene.server.url, adminPassword }, rate)
  } catch (error) {
    await scene[Symbol.asyncDispose]()
    throw error
  }
  return scene
}

/** What a server says on which it does not start; undefined: it started. */
export async function refusalOf(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<string | undefined> {
  try {
    await (await startHere(env, { dataDir })).kill()
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n').slice(1).join('\n').replaceAll(dataDir, 'FOLDER')
  }
}

/** A sentence rather than a program's insides. */
export const isSentence = (text: string): boolean => text.trim().length > 0 && !/^\s+at /m.test(text)

/** Milliseconds after which nothing is expected any more. */
const patience = 90_000

/** Milliseconds until the next change is acknowledged, since `since` of performance.now(). */
export async function untilChange({ load }: Scene, since: number): Promise<number> {
  const late = pause(patience, 'late', { ref: false })
  if ((await Promise.race([load.nextChange(), late])) === 'late')
    throw new Error(`no change was acknowledged for ${patience / 1_000} s`)
  return performance.now() - since
}

export const round = (milliseconds: number): string => `${Math.round(milliseconds)} ms`

/** "worst … , median …" of milliseconds. */
export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  return `worst ${round(last(sorted, 'sorted'))}, median ${round(required(sorted[Math.floor(sorted.length / 2)], 'item of sorted'))}`
}
