import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** The same argon2id parameters as in server/accounts/passwords/hash.ts. */
export const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const median = (values: number[]): number => quantile(values, 0.5)

/** Returns the quantile of the values at `share`, a number from 0 to 1. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export interface Load {
  /** Duration of each call in milliseconds. */
  times: number[]
  perSecond: number
  /** CPU time of the process per call, in milliseconds. */
  cpu: number
  /** Percentiles of `times`, in milliseconds. */
  p50: number
  p95: number
}

/**
 * Calls `call` from `connections` concurrent callers for `seconds`. A caller waits for each call before it
 * makes the next one, and makes at least one call.
 */
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

// Milliseconds per clock tick. Linux counts the CPU time of processes in hundredths of a second.
const tick = 10
const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')

/** Returns the CPU time of a process with all its threads, in milliseconds. */
export function cpuTime(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * tick
}

/**
 * Returns the CPU time of a process and its children, including children that have exited, in milliseconds.
 */
export function familyCpuTime(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const fields = statOf(pid)
  const own = cpuTime(pid) + (Number(fields[13]) + Number(fields[14])) * tick
  return children.reduce((sum, child) => {
    try {
      return sum + cpuTime(Number(child))
    } catch {
      return sum // The child has just exited.
    }
  }, own)
}

export const figure = (value: number, digits = 0): string => value.toFixed(digits)

export const machine = (): string =>
  `${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}-${process.arch}`
