import { hash } from '@node-rs/argon2'
import { last } from '../../contract/required.ts'
import { assertOk, post } from '../../scripts/lib/caller.ts'
import { argon2id, familyCpuTime, type Load, load } from '../measure.ts'
import { beginAtOidcProvider } from './applications.ts'
import type { Call, Case } from './case.ts'
import type { Target } from './reeve.ts'
import type { Stage } from './stage.ts'

/** A case with one database size. */
export interface Subject {
  case: Case
  stage: Stage
}

export interface Context {
  /** Process id of the postmaster. */
  database: number
  oidcProvider: Target
  /** Duration of the load with one caller in seconds. The load with eight callers takes twice as long. */
  seconds: number
}

/**
 * The results of one round of a case. `limit` is the throughput of the case's baseline in calls per second.
 */
export interface Round {
  one: Load
  eight: Load
  /** Number of calls in both loads. The CPU times are the totals of these calls, in milliseconds. */
  calls: number
  serverCpu: number
  dbCpu: number
  limit: number
}

const callers = 8

export async function measureRound(subject: Subject, context: Context): Promise<Round> {
  const { heavy } = subject.case
  const { server, admin } = subject.stage
  await admin.renew()
  const run = await subject.case.begin(subject.stage)
  const before = familyCpuTime(context.database)
  const one = await load(server.pid, 1, heavy ? 0 : context.seconds, run)
  const loads = heavy ? [one] : [one, await load(server.pid, callers, context.seconds * 2, run)]
  const dbCpu = familyCpuTime(context.database) - before
  return {
    one,
    eight: last(loads, 'loads'),
    calls: loads.reduce((sum, { times }) => sum + times.length, 0),
    serverCpu: loads.reduce((sum, { times, cpu }) => sum + cpu * times.length, 0),
    dbCpu,
    limit: await measureLimit(subject, context),
  }
}

/**
 * Returns the throughput of the case's baseline, a minimal program that does the same work, in calls per
 * second.
 */
async function measureLimit({ case: subject, stage }: Subject, context: Context): Promise<number> {
  const { heavy, limit } = subject
  const measure = async (callers: number, run: Call) =>
    (await load(process.pid, callers, context.seconds, run)).perSecond
  if (limit.kind === 'argon2id') return measure(2, () => hash('paper-boats-on-wine', argon2id))
  if (limit.kind === 'oidc-provider')
    return measure(callers, await beginAtOidcProvider(context.oidcProvider, limit.operation))
  const url = bareUrl(subject, stage)
  return measure(heavy ? 1 : callers, () => assertOk(post(url, 'text/plain', '')))
}

/** Returns the URL of a case on the baseline server, which runs only the SQL statements of the case. */
export const bareUrl = ({ name }: Case, { bare }: Stage) => `${bare.url}/${encodeURIComponent(name)}`
