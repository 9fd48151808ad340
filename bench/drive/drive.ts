import { hash } from '@node-rs/argon2'
import { first, required } from '../../contract/required.ts'
import type { Cluster } from '../fill/cluster.ts'
import { type Size, sizeName } from '../fill/sizes.ts'
import { cpuTime, figure, load, median, post } from '../measure.ts'
import { argon2id } from './argon2id.ts'
import type { Call, Case, Kind } from './case.ts'
import { cases } from './cases.ts'
import { hasPgbench } from './pgbench.ts'
import { type Recorded, recordStatements } from './record.ts'
import { startProgram, type Target } from './reeve.ts'
import { bareUrl, type Means, measureRound, type Round, type Subject } from './round.ts'
import { openStage, type Stage } from './stage.ts'

/** Of a case at a size. */
export interface Series {
  case: string
  kind: Kind
  size: Size
  /** Of one call. */
  statements: number
  rounds: Round[]
  /** Why it could not be measured. */
  failed?: string | undefined
}

export interface Drive {
  series: Series[]
  /** Milliseconds of CPU of a bare argon2id, in the midst of it. */
  argon2id: number
  pgbench: boolean
}

interface Options {
  rounds: number
  /** Of all loads together; one that is slower than its share takes longer. */
  seconds: number
  /** Only cases whose name has one of these in it, with commas between them. */
  only?: string | undefined
}

/** Every case at every size, in rounds that go through all of them; `databases`: the filled one of each size. */
export async function drive(
  cluster: Cluster,
  databases: ReadonlyMap<Size, string>,
  { rounds, seconds, only = '' }: Options,
): Promise<Drive> {
  const chosen = cases.filter(({ name }) => only.split(',').some((part) => name.includes(part)))
  if (!chosen.length) throw new Error(`No case has “${only}” in its name.`)
  const [heavy, light] = [chosen.filter((each) => each.heavy), chosen.filter((each) => !each.heavy)]
  const stages: Stage[] = []
  const series: Series[] = []
  const hashes: number[] = []
  const withPgbench = await hasPgbench()
  const provider = await startProgram('bench/drive/oidc-server.ts', { path: '/chain' })
  try {
    for (const [size, filled] of databases) stages.push(await openStage(cluster, size, filled))
    const means: Means = {
      database: cluster.pid,
      refresh: await beginChains(provider),
      seconds: seconds / (chosen.length * stages.length * rounds * 5),
      withPgbench,
    }
    for (const some of [light, heavy]) {
      const runs: Run[] = []
      for (const stage of stages) {
        if (some.length) tell(`${sizeName(stage.size)}: what ${some.length} cases send`)
        runs.push(...(await prepare(stage, some)))
      }
      const turns = some.map((of) => runs.filter((run) => run.of === of))
      series.push(...turns.flat().map((run) => run.series))
      for (let round = 1; round <= rounds; round++) {
        for (const [index, sizes] of turns.entries()) {
          if (index % 10 === 0) hashes.push(await hashCost())
          tell(`round ${round} of ${rounds}: ${first(sizes, 'sizes').of.name}`)
          for (const run of sizes) await measure(run, means)
        }
      }
    }
    return { series, argon2id: median(hashes), pgbench: withPgbench }
  } finally {
    for (const stage of stages) await stage.close()
    await provider.stop()
  }
}

/** Where it is, and at which second of this process. */
const tell = (what: string): void =>
  console.error(`${figure(performance.now() / 1000).padStart(5)} s  ${what}`)

interface Run extends Omit<Subject, 'call'> {
  series: Series
  call?: Call
}

/** Tells the bare server what each sends. */
async function prepare(stage: Stage, some: readonly Case[]): Promise<Run[]> {
  const recorded = some.length ? await recordStatements(stage, some) : new Map<Case, Recorded>()
  return Promise.all(
    [...recorded].map(async ([of, { statements: sent, failed }]) => {
      const { name, kind, limit } = of
      const statements = (limit.kind === 'sql' && limit.statements?.(stage.facts)) || sent
      await fetch(bareUrl(of, stage), { method: 'PUT', body: JSON.stringify(statements) })
      const series = { case: name, kind, size: stage.size, statements: sent.length, rounds: [], failed }
      return { of, stage, statements, series }
    }),
  )
}

/** A round; what fails is not tried again. */
async function measure(run: Run, means: Means): Promise<void> {
  const { of, stage, series } = run
  if (series.failed) return
  try {
    await stage.admin.renew()
    run.call ??= await of.begin(stage)
    series.rounds.push(await measureRound({ ...run, call: run.call }, means))
  } catch (error) {
    series.failed = (error as Error).message
  }
}

/** Refreshes at oidc-provider, a chain of tokens for each caller. */
async function beginChains({ url }: Target): Promise<Call> {
  const chains = await Promise.all(
    Array.from({ length: 8 }, async () => (await fetch(`${url}/chain`)).text()),
  )
  return async (caller) => {
    const fields = {
      client_id: 'web',
      grant_type: 'refresh_token',
      refresh_token: required(chains[caller], 'item of chains'),
    }
    chains[caller] = String((await post(`${url}/token`, new URLSearchParams(fields))).refresh_token)
  }
}

/** Milliseconds of CPU of a hash alone. */
export async function hashCost(): Promise<number> {
  const before = cpuTime(process.pid)
  const { times } = await load(process.pid, 1, 0.2, () => hash('paper-boats-on-wine', argon2id))
  return (cpuTime(process.pid) - before) / times.length
}
