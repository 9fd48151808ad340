import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** The parameters of server/accounts/passwords/hash.ts. */
export const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const median = (values: number[]): number => quantile(values, 0.5)

/** Returns the value that the given share of the values does not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export interface Load {
  /** Milliseconds of each call. */
  times: number[]
  perSecond: number
  /** Milliseconds of CPU of the process per call. */
  cpu: number
  /** Milliseconds */
  p50: number
  p95: number
}

/** Calls for `seconds`, with one call at a time for each of `connections` callers and at least one call per caller. */
export async function load(
  pid: number,
  connections: number,
  seconds: number,
  call: (caller: number) => Promise<unknown>,
): Promise<Load> {
  const times: number[] = []
  const cpuBefore = cpuTime(pid)
  const begin = performance.now()
  const end = begin + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async (_, caller) => {
      do {
        const started = performance.now()
        await call(caller)
        times.push(performance.now() - started)
      } while (performance.now() < end)
    }),
  )
  const elapsed = (performance.now() - begin) / 1000
  return {
    times,
    perSecond: times.length / elapsed,
    cpu: (cpuTime(pid) - cpuBefore) / times.length,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  }
}

// Linux counts the time of a process in hundredths of a second.
const tick = 10
const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')

/** Returns the milliseconds of CPU of a process with all its threads. */
export function cpuTime(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * tick
}

/** Returns the milliseconds of CPU of a process and its children, including those that have ended. */
export function familyCpuTime(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const fields = statOf(pid)
  const own = cpuTime(pid) + (Number(fields[13]) + Number(fields[14])) * tick
  return children.reduce((sum, child) => {
    try {
      return sum + cpuTime(Number(child))
    } catch {
      return sum // The child has just ended.
    }
  }, own)
}

export const figure = (value: number, digits = 0): string => value.toFixed(digits)

export const machine = (): string =>
  `${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}-${process.arch}`
