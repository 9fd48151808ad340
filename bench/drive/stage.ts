import type { Cluster } from '../fill/cluster.ts'
import { type Size, sizeName } from '../fill/sizes.ts'
import { agree, signInAdmin } from './caller.ts'
import type { Deployment } from './case.ts'
import { readFacts } from './facts.ts'
import { startProgram, startReeve, type Target } from './reeve.ts'

/** A Reeve server and the bare server, both connected to the same database. */
export interface Stage extends Deployment {
  /** Database URL. */
  url: string
  bare: Target
  close(): Promise<void>
}

/** Starts both servers on a copy of the filled database, so that each run begins with the same rows. */
export async function openStage(cluster: Cluster, size: Size, filled: string): Promise<Stage> {
  const copy = `run_${sizeName(size).toLowerCase()}`
  await cluster.query(`drop database if exists ${copy} with (force)`)
  await cluster.query(`create database ${copy} template ${filled} strategy file_copy`)
  const url = cluster.urlOf(copy)
  const facts = await readFacts(url, size)
  const bare = await startProgram('bench/drive/bare-server.ts', { env: { DATABASE_URL: url } })
  const server = await startReeve(url)
  const admin = await signInAdmin(server.url)
  await agree(admin)
  return {
    ...{ size, url, facts, bare, server, admin },
    async close() {
      await server.stop()
      await bare.stop()
      await cluster.query(`drop database ${copy} with (force)`)
    },
  }
}
