import { cpus } from 'node:os'
import { last } from '../../contract/required.ts'
import { markdownTable } from '../../scripts/lib/markdown.ts'
import type { Drive } from '../drive/drive.ts'
import { sizeName } from '../fill/sizes.ts'
import { figure } from '../measure.ts'
import type { Figures } from './records.ts'

/** Formats numbers below ten with one decimal, and larger numbers without decimals. */
const short = (value: number): string => (value < 10 ? figure(value, 1) : figure(value))

export const headline = (machine: string, at: Date, { argon2id }: Pick<Drive, 'argon2id'>): string =>
  `${at.toISOString().slice(0, 10)}; ${machine}, ${cpus()[0]?.model.trim()}; PostgreSQL 18 and the callers on the same machine; ` +
  `an argon2id hash (19 MiB, 2 passes) took ${figure(argon2id, 1)} ms of CPU during the measurement.`

/**
 * Returns a table of cases, ordered by p95 with eight callers at the largest size. For each size it shows p50
 * with one caller, and p50 and p95 with eight callers. The other columns are measured at the largest size.
 */
export function table(records: readonly Figures[]): string {
  const sizes = [...new Set(records.map(({ size }) => size))].sort((a, b) => a - b)
  const head = [
    'ms',
    ...sizes.map(sizeName),
    'calls/s',
    'CPU, server + database',
    'statements',
    'limit',
    'growth',
  ]
  const cases = [...Map.groupBy(records, (each) => each.case)].map(([name, all]) => ({
    name,
    all,
    largest: last(all, 'all'),
  }))
  cases.sort((one, other) => other.largest.p95 - one.largest.p95)
  const rows = cases.map(({ name, all, largest }) => {
    return [
      name,
      ...sizes.map((size) => {
        const found = all.find((each) => each.size === size)
        return found ? `${short(found.one.p50)} (${short(found.p50)} / ${short(found.p95)})` : ''
      }),
      short(largest.rps),
      `${figure(largest.serverCpuMs, 2)} + ${figure(largest.dbCpuMs, 2)}`,
      `${largest.statements}`,
      short(largest.limitRatio),
      short(largest.growth),
    ]
  })
  return markdownTable(head, rows)
}

/** Replaces the text between the markers of `part`. Throws if the markers are missing. */
export function between(text: string, part: string, content: string): string {
  const [begin, end] = [`<!-- ${part} -->`, `<!-- end of ${part} -->`]
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`The markers ${begin} and ${end} are missing.`)
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`
}
