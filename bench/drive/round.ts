import { hash } from '@node-rs/argon2'
import { last } from '../../contract/required.ts'
import { call, familyCpuTime, type Load, load } from '../measure.ts'
import { argon2id } from './argon2id.ts'
import type { Call, Case } from './case.ts'
import { pgbench } from './pgbench.ts'
import type { Stage } from './stage.ts'
import type { Statement } from './wire.ts'

/** A case at a size that has begun. */
export interface Subject {
  of: Case
  stage: Stage
  call: Call
  /** Of its limit, where that is SQL; the bare server knows them by the case's name. */
  statements: Statement[]
}

export interface Means {
  /** The process of the database. */
  database: number
  /** At oidc-provider. */
  refresh: Call
  /** Of a load by one caller; eight get twice that. */
  seconds: number
  withPgbench: boolean
}

/** One round of a case; perSecond of its limit, and of pgbench, where there is one. */
export interface Round {
  one: Load
  eight: Load
  /** By one caller and by eight, and the milliseconds of CPU that they took. */
  calls: number
  serverCpu: number
  dbCpu: number
  limit: number
  pgbench?: number
}

const callers = 8

export async function measureRound(
  { of, stage, call: run, statements }: Subject,
  { database, refresh, seconds, withPgbench }: Means,
): Promise<Round> {
  const { server, bare } = stage
  const before = familyCpuTime(database)
  const one = await load(server.pid, 1, of.heavy ? 0 : seconds, run)
  const loads = of.heavy ? [one] : [one, await load(server.pid, callers, seconds * 2, run)]
  const measured = {
    one,
    eight: last(loads, 'loads'),
    calls: loads.reduce((sum, { times }) => sum + times.length, 0),
    serverCpu: loads.reduce((sum, { times, cpu }) => sum + cpu * times.length, 0),
    dbCpu: familyCpuTime(database) - before,
  }
  const least = (callers: number, pid: number, again: Call) => load(pid, callers, seconds, again)
  if (of.limit.kind === 'argon2id') {
    const alone = await least(2, process.pid, () => hash('paper-boats-on-wine', argon2id))
    return { ...measured, limit: alone.perSecond }
  }
  if (of.limit.kind === 'oidc-provider')
    return { ...measured, limit: (await least(callers, process.pid, refresh)).perSecond }
  const url = bareUrl(of, stage)
  const answered = await least(of.heavy ? 1 : callers, bare.pid, () => call(url, 'text/plain', ''))
  if (!withPgbench || of.heavy) return { ...measured, limit: answered.perSecond }
  const times = Math.max(1, Math.round(answered.times.length / callers))
  const alone = await pgbench(stage.url, statements, { clients: callers, times })
  return { ...measured, limit: answered.perSecond, pgbench: alone }
}

/** Where the bare server runs the statements of a case. */
export const bareUrl = ({ name }: Case, { bare }: Stage) => `${bare.url}/${encodeURIComponent(name)}`
