import { hash } from '@node-rs/argon2'
import { call, familyCpuTime, type Load, load } from '../measure.ts'
import { argon2id } from './argon2id.ts'
import { pgbench } from './pgbench.ts'
import type { Call, Case } from './place.ts'
import type { Target } from './reeve.ts'
import type { Statement } from './wire.ts'

/** What a case at a size is measured with. */
export interface Subject {
  of: Case
  call: Call
  server: Target
  /** The process of the database, and the URL of the one that the server is on. */
  database: { pid: number; url: string }
  /** The bare server, where it runs the statements of the limit. */
  bare: { pid: number; url: string; statements: Statement[] }
  /** At oidc-provider. */
  refresh: Call
}

/** One round of a case; perSecond of its limit, and of pgbench, where there is one. */
export interface Round {
  one: Load
  eight: Load
  /** Milliseconds a call. */
  serverCpu: number
  dbCpu: number
  limit: number
  pgbench?: number
}

const callers = 8

/** seconds: of each load, by one caller; eight get twice that. */
export async function measureRound(subject: Subject, seconds: number, withPgbench: boolean): Promise<Round> {
  const { of, call: run, server, database, bare } = subject
  const before = familyCpuTime(database.pid)
  const one = await load(server.pid, 1, of.heavy ? 0 : seconds, run)
  const eight = of.heavy ? one : await load(server.pid, callers, seconds * 2, run)
  const calls = of.heavy ? one.times.length : one.times.length + eight.times.length
  const dbCpu = (familyCpuTime(database.pid) - before) / calls
  const serverCpu = of.heavy ? one.cpu : (one.cpu * one.times.length + eight.cpu * eight.times.length) / calls
  const measured = { one, eight, serverCpu, dbCpu }
  const least = (callers: number, pid: number, again: Call) => load(pid, callers, seconds, again)
  if (of.limit.kind === 'argon2id') {
    const alone = await least(2, process.pid, () => hash('paper-boats-on-wine', argon2id))
    return { ...measured, limit: alone.perSecond }
  }
  if (of.limit.kind === 'oidc-provider') {
    return { ...measured, limit: (await least(callers, process.pid, subject.refresh)).perSecond }
  }
  const answered = await least(of.heavy ? 1 : callers, bare.pid, () => call(bare.url, 'text/plain', ''))
  if (!withPgbench || of.heavy) return { ...measured, limit: answered.perSecond }
  const times = Math.max(1, Math.round(answered.times.length / callers))
  const alone = await pgbench(database.url, bare.statements, { clients: callers, times })
  return { ...measured, limit: answered.perSecond, pgbench: alone }
}
