import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cluster } from '../fill/cluster.ts'
import { type Size, sizeName } from '../fill/sizes.ts'
import { type Caller, signInAdmin } from './caller.ts'
import { type Facts, readFacts } from './facts.ts'
import type { Case } from './place.ts'
import { type Recorded, recordStatements } from './record.ts'
import { startProgram, startReeve, type Target } from './reeve.ts'
import type { Statement } from './wire.ts'

/** A size under load. */
export interface Stage {
  size: Size
  /** Of its database. */
  url: string
  facts: Facts
  /** By the case's name. */
  recorded: ReadonlyMap<string, Recorded>
  /** Records what these send, too. */
  record(cases: readonly Case[]): Promise<void>
  server: Target
  /** Where the statements of the case's limit stand behind node:http. */
  bareOf(of: Case): { pid: number; url: string; statements: Statement[] }
  admin: Caller
  close(): Promise<void>
}

/** On a copy of the filled database, so that each run begins with the same rows; `cases`: whose statements are recorded. */
export async function openStage(
  cluster: Cluster,
  size: Size,
  filled: string,
  cases: readonly Case[],
): Promise<Stage> {
  const copy = `run_${sizeName(size).toLowerCase()}`
  await cluster.query(`drop database if exists ${copy} with (force)`)
  await cluster.query(`create database ${copy} template ${filled} strategy file_copy`)
  const url = cluster.urlOf(copy)
  const facts = await readFacts(url, size)
  const recorded = new Map<string, Recorded>()
  const least = new Map<string, Statement[]>()
  const folder = mkdtempSync(join(tmpdir(), 'reeve-calls-'))
  const file = join(folder, 'calls.json')
  const record = async (more: readonly Case[]) => {
    if (!more.length) return
    for (const [name, each] of await recordStatements(url, size, facts, more)) recorded.set(name, each)
    for (const { name, limit } of more) {
      const given = limit.kind === 'sql' && limit.statements?.(facts)
      least.set(name, given || recorded.get(name)!.statements)
    }
    writeFileSync(file, JSON.stringify(Object.fromEntries(least)))
  }
  await record(cases)
  const bare = await startProgram('bench/drive/bare-server.ts', { env: { DATABASE_URL: url, CALLS: file } })
  const server = await startReeve(url)
  return {
    ...{ size, url, facts, recorded, record, server, admin: await signInAdmin(server.url) },
    bareOf: ({ name }) => ({
      pid: bare.pid,
      url: `${bare.url}/${encodeURIComponent(name)}`,
      statements: least.get(name)!,
    }),
    async close() {
      await server.stop()
      await bare.stop()
      rmSync(folder, { recursive: true, force: true })
      await cluster.query(`drop database ${copy} with (force)`)
    },
  }
}
