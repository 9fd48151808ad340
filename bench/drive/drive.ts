import { hash } from '@node-rs/argon2'
import { first } from '../../contract/required.ts'
import type { Cluster } from '../fill/cluster.ts'
import { type Size, sizeName } from '../fill/sizes.ts'
import { argon2id, cpuTime, figure, load, median } from '../measure.ts'
import type { Case, Kind } from './case.ts'
import { cases } from './cases.ts'
import { recordStatements } from './record.ts'
import { startProgram } from './reeve.ts'
import { bareUrl, type Context, measureRound, type Round, type Subject } from './round.ts'
import { openStage, type Stage } from './stage.ts'

/** The measurements of a case with one database size. */
export interface Series {
  case: string
  kind: Kind
  size: Size
  /** Number of SQL statements per call. */
  statements: number
  rounds: Round[]
  /** The reason why the case could not be measured. */
  failed?: string | undefined
}

export interface Drive {
  series: Series[]
  /** Median CPU time of an argon2id hash in milliseconds, measured repeatedly between the cases. */
  argon2id: number
}

interface Options {
  rounds: number
  /**
   * Total measuring time in seconds, divided equally among the cases. A case takes longer than its share if a
   * single call does.
   */
  seconds: number
  /** Substrings of the names of the cases to measure. If empty, all cases are measured. */
  names: readonly string[]
}

/**
 * Measures the selected cases with every database size, in rounds. `databases` maps sizes to the names of the
 * filled databases.
 */
export async function drive(
  cluster: Cluster,
  databases: ReadonlyMap<Size, string>,
  { rounds, seconds, names }: Options,
): Promise<Drive> {
  const chosen = cases.filter(({ name }) => !names.length || names.some((part) => name.includes(part)))
  if (!chosen.length) throw new Error(`No case name contains any of these texts: ${names.join(', ')}`)
  const stages: Stage[] = []
  const series: Series[] = []
  const hashes: number[] = []
  const oidcProvider = await startProgram('bench/drive/oidc-server.ts', { path: '/cookie' })
  try {
    for (const [size, filled] of databases) stages.push(await openStage(cluster, size, filled))
    const context: Context = {
      database: cluster.pid,
      oidcProvider,
      seconds: seconds / (chosen.length * stages.length * rounds * 5),
    }
    for (const heavy of [undefined, true] as const) {
      const some = chosen.filter((each) => each.heavy === heavy)
      const runs: Run[] = []
      for (const stage of some.length ? stages : []) {
        progress(`${sizeName(stage.size)}: recording the statements of ${some.length} cases`)
        runs.push(...(await prepare(stage, some)))
      }
      const byCase = some.map((each) => runs.filter((run) => run.case === each))
      series.push(...byCase.flat().map((run) => run.series))
      for (let round = 1; round <= rounds; round++) {
        for (const [index, sizes] of byCase.entries()) {
          if (index % 10 === 0) hashes.push(await hashCost())
          progress(`round ${round} of ${rounds}: ${first(sizes, 'sizes').case.name}`)
          for (const run of sizes) await measure(run, context)
        }
      }
    }
    return { series, argon2id: median(hashes) }
  } finally {
    for (const stage of stages) await stage.close()
    await oidcProvider.stop()
  }
}

/** Prints the current step and the time since the start. */
const progress = (step: string): void =>
  console.error(`${figure(performance.now() / 1000).padStart(5)} s  ${step}`)

interface Run extends Subject {
  series: Series
}

/** Records the SQL statements of each case and sends them to the bare server. */
async function prepare(stage: Stage, some: readonly Case[]): Promise<Run[]> {
  return Promise.all(
    [...(await recordStatements(stage, some))].map(async ([each, { statements: sent, failed }]) => {
      const { name, kind, limit } = each
      const statements = (limit.kind === 'sql' && limit.statements?.(stage.facts)) || sent
      await fetch(bareUrl(each, stage), { method: 'PUT', body: JSON.stringify(statements) })
      const series = { case: name, kind, size: stage.size, statements: sent.length, rounds: [], failed }
      return { case: each, stage, series }
    }),
  )
}

/** Measures one round of a case. A case that failed is skipped in later rounds. */
async function measure({ series, ...subject }: Run, context: Context): Promise<void> {
  if (series.failed) return
  try {
    series.rounds.push(await measureRound(subject, context))
  } catch (error) {
    series.failed = (error as Error).message
  }
}

/** Returns the CPU time of one hash in milliseconds. */
async function hashCost(): Promise<number> {
  const before = cpuTime(process.pid)
  const { times } = await load(process.pid, 1, 0.2, () => hash('paper-boats-on-wine', argon2id))
  return (cpuTime(process.pid) - before) / times.length
}
