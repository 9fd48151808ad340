import { hash } from '@node-rs/argon2'
import type { Cluster } from '../fill/cluster.ts'
import type { Size } from '../fill/sizes.ts'
import { cpuTime, load, median, post } from '../measure.ts'
import { argon2id } from './argon2id.ts'
import type { Kind } from './cases.ts'
import { cases } from './everything.ts'
import { hasPgbench } from './pgbench.ts'
import type { Call, Case } from './place.ts'
import { startProgram, type Target } from './reeve.ts'
import { measureRound, type Round } from './round.ts'
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

/** A case at a size. */
interface Run {
  of: Case
  stage: Stage
  series: Series
  call?: Call
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
    for (const [size, filled] of databases) stages.push(await openStage(cluster, size, filled, light))
    const refresh = await beginChains(provider)
    const share = seconds / (chosen.length * stages.length * rounds * 5)
    const takeTurns = async (all: readonly Case[]) => {
      const runs = all.map((of) => stages.map((stage) => runOf(of, stage)))
      series.push(...runs.flatMap((sizes) => sizes.map((run) => run.series)))
      for (let round = 1; round <= rounds; round++) {
        for (const [index, sizes] of runs.entries()) {
          if (index % 10 === 0) {
            hashes.push(await hashCost())
            console.error(`round ${round} of ${rounds}: ${sizes[0]!.of.name}`)
          }
          for (const run of sizes) await measure(run, { cluster, refresh, share, withPgbench })
        }
      }
    }
    await takeTurns(light)
    for (const stage of stages) await stage.record(heavy)
    await takeTurns(heavy)
    return { series, argon2id: median(hashes), pgbench: withPgbench }
  } finally {
    for (const stage of stages) await stage.close()
    await provider.stop()
  }
}

function runOf(of: Case, stage: Stage): Run {
  const { statements, failed } = stage.recorded.get(of.name)!
  const { name, kind } = of
  const series = { case: name, kind, size: stage.size, statements: statements.length, rounds: [], failed }
  return { of, stage, series }
}

interface Means {
  cluster: Cluster
  refresh: Call
  /** Seconds of a load by one caller. */
  share: number
  withPgbench: boolean
}

/** A round; what fails is not tried again. */
async function measure(run: Run, { cluster, refresh, share, withPgbench }: Means): Promise<void> {
  const { of, stage, series } = run
  if (series.failed) return
  const { server, url } = stage
  try {
    await stage.admin.renew()
    run.call ??= await of.begin({ ...stage, url: server.url })
    const subject = {
      ...{ of, call: run.call, server, refresh },
      database: { pid: cluster.pid, url },
      bare: stage.bareOf(of),
    }
    series.rounds.push(await measureRound(subject, share, withPgbench))
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
    const fields = { client_id: 'web', grant_type: 'refresh_token', refresh_token: chains[caller]! }
    chains[caller] = String((await post(`${url}/token`, new URLSearchParams(fields))).refresh_token)
  }
}

/** Milliseconds of CPU of a hash alone. */
async function hashCost(): Promise<number> {
  const before = cpuTime(process.pid)
  const { times } = await load(process.pid, 1, 0.2, () => hash('paper-boats-on-wine', argon2id))
  return (cpuTime(process.pid) - before) / times.length
}
