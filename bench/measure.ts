import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { required } from '../contract/required.ts'

export const median = (values: number[]): number => quantile(values, 0.5)

/** The value that the given share of them does not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export interface Load {
  /** Of each call, milliseconds. */
  times: number[]
  perSecond: number
  /** Milliseconds of CPU that the watched process used for one call. */
  cpu: number
  /** Milliseconds */
  p50: number
  p95: number
}

/** `connections` callers for `seconds`, each with one call under way at a time and one at least; `pid` is whose CPU is counted. */
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

// Linux counts a process's time in hundredths of a second.
const tick = 10

/** Milliseconds of CPU that a process has used, all of its threads. */
export function cpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tick
}

/** Milliseconds of CPU that a process and its children have used, those that have ended included. */
export function familyCpuTime(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const ended = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const own = cpuTime(pid) + (Number(ended[13]) + Number(ended[14])) * tick
  return children.reduce((sum, child) => {
    try {
      return sum + cpuTime(Number(child))
    } catch {
      return sum // it has just ended
    }
  }, own)
}

/** MB in memory. */
export function residentMemory(pid: number): number {
  const [, kilobytes] = required(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')), 'match')
  return Number(kilobytes) / 1024
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Milliseconds after which a call is given up. */
const patience = 60_000

/** A POST over a kept connection; the answer's text. Throws where the status is not the expected one. */
export function call(
  url: string,
  type: string,
  payload: string | Uint8Array,
  expected = 200,
  more: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(payload), ...more }
    const options = { method: 'POST', agent, headers, timeout: patience }
    const sent = request(url, options, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === expected) resolve(text)
        else reject(new Error(`${url} answered ${answer.statusCode}: ${text.slice(0, 300)}`))
      })
    })
    sent.on('timeout', () => sent.destroy(new Error(`${url} has not answered within ${patience} ms`)))
    sent.on('error', reject)
    sent.end(payload)
  })
}

/** As call(), of a form or of JSON; the answer is JSON. */
export async function post(
  url: string,
  body: URLSearchParams | object,
  expected = 200,
): Promise<Record<string, unknown>> {
  const form = body instanceof URLSearchParams
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const text = await call(url, type, form ? body.toString() : JSON.stringify(body), expected)
  return text ? JSON.parse(text) : {}
}

/** Prints rows under their heads, columns as wide as needed. */
export function printTable(head: string[], rows: (string | number)[][]): void {
  const cells = [head, ...rows.map((row) => row.map(String))]
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => cell.padEnd(required(widths[column], 'item of widths')))
        .join('  ')
        .trimEnd(),
    )
}

export const figure = (value: number, digits = 0): string => value.toFixed(digits)

export const machine = (): string =>
  `${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}-${process.arch}`
