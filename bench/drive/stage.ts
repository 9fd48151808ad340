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
  server: Target
  /** The same statements behind node:http. */
  bare: Target
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
  const recorded = await recordStatements(url, size, facts, cases)
  const folder = mkdtempSync(join(tmpdir(), 'reeve-calls-'))
  const file = join(folder, 'calls.json')
  writeFileSync(file, JSON.stringify(cases.map((each) => leastOf(each, { facts, recorded }))))
  const env = { DATABASE_URL: url, CALLS: file }
  const bare = await startProgram('bench/drive/bare-server.ts', { env })
  const server = await startReeve(url)
  return {
    ...{ size, url, facts, recorded, server, bare, admin: await signInAdmin(server.url) },
    async close() {
      await server.stop()
      await bare.stop()
      rmSync(folder, { recursive: true, force: true })
      await cluster.query(`drop database ${copy} with (force)`)
    },
  }
}

/** The statements that the case's limit runs. */
export const leastOf = (
  { name, limit }: Case,
  { facts, recorded }: Pick<Stage, 'facts' | 'recorded'>,
): Statement[] => (limit.kind === 'sql' && limit.statements?.(facts)) || recorded.get(name)!.statements
