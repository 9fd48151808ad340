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
import { leastOf, openStage, type Stage } from './stage.ts'

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
  { rounds, seconds }: Options,
): Promise<Drive> {
  const stages: Stage[] = []
  const withPgbench = await hasPgbench()
  const provider = await startProgram('bench/drive/oidc-server.ts', { path: '/chain' })
  try {
    for (const [size, filled] of databases) stages.push(await openStage(cluster, size, filled, cases))
    const refresh = await beginChains(provider)
    const share = seconds / (cases.length * stages.length * rounds * 5)
    const runs = cases.map((of) => stages.map((stage) => runOf(of, stage)))
    const hashes: number[] = []
    for (let round = 0; round < rounds; round++) {
      for (const [index, sizes] of runs.entries()) {
        if (index % 10 === 0) hashes.push(await hashCost())
        for (const run of sizes) {
          await measure(run, (call, { url, server, bare }) =>
            measureRound(
              {
                ...{ of: run.of, call, server, refresh },
                database: { pid: cluster.pid, url },
                bare: { pid: bare.pid, url: `${bare.url}/${index}`, statements: leastOf(run.of, run.stage) },
              },
              share,
              withPgbench,
            ),
          )
        }
      }
      console.error(`round ${round + 1} of ${rounds} is done`)
    }
    const series = runs.flat().map((run) => run.series)
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

/** A round; what fails is not tried again. */
async function measure(run: Run, round: (call: Call, stage: Stage) => Promise<Round>): Promise<void> {
  const { of, stage, series } = run
  if (series.failed) return
  try {
    await stage.admin.renew()
    run.call ??= await of.begin({ ...stage, url: stage.server.url })
    series.rounds.push(await round(run.call, stage))
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
