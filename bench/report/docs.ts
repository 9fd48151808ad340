import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/run.js'
import type { Drive } from '../drive/drive.ts'
import { sizeName } from '../fill/sizes.ts'
import { machine } from '../measure.ts'
import { drawGrowth, type Panel } from './picture.ts'
import type { Figures } from './records.ts'
import { between, headline, table } from './tables.ts'

const kinds = [
  ['list', 'Lists'],
  ['search', 'Searches'],
  ['write', 'Changes'],
  ['token', 'Tokens'],
  ['application', 'Sign-ins to applications'],
] as const
const pictures = `![p95 of every list and search with eight callers, by size](growth.svg)

![CPU of every list and search, by size](growth-cpu.svg)`

/**
 * Returns the report as Markdown: the machine, one table for each kind of case, and the cases that failed.
 */
export function report(records: readonly Figures[], driven: Drive, introduction = ''): string {
  const tables = kinds.flatMap(([kind, title]) => {
    const some = records.filter((each) => each.kind === kind)
    return some.length ? [`### ${title}\n\n${table(some)}`] : []
  })
  const failures = driven.series
    .filter(({ failed }) => failed)
    .map((each) => `- ${each.case}, ${sizeName(each.size)}: not measured, ${each.failed}`)
  const head = headline(machine(), new Date(), driven)
  return [head, introduction, ...tables, failures.join('\n')].filter(Boolean).join('\n\n')
}

/** Writes the report to docs/performance.md and draws its charts. */
export function writeDocs(records: readonly Figures[], driven: Drive): void {
  const write = (name: string, text: string) => writeFileSync(join(root, 'docs', name), text)
  const page = readFileSync(join(root, 'docs/performance.md'), 'utf8')
  write('performance.md', between(page, 'bench', report(records, driven, pictures)))
  const panels = (value: (each: Figures) => number): Panel[] => [
    { title: 'lists, 20 rows with their total', lines: linesOf(records, 'list', value) },
    { title: 'searches', lines: linesOf(records, 'search', value) },
  ]
  const p95 = panels((each) => each.p95)
  write('growth.svg', drawGrowth('Duration of a page, p95 with eight callers, by devices', 'ms', p95))
  const cpu = panels(({ serverCpuMs, dbCpuMs }) => serverCpuMs + dbCpuMs)
  write('growth-cpu.svg', drawGrowth('CPU of a page, server and database together, by devices', 'ms', cpu))
}

function linesOf(
  records: readonly Figures[],
  kind: Figures['kind'],
  value: (each: Figures) => number,
): Panel['lines'] {
  const ofKind = records.filter((each) => each.kind === kind)
  return [...Map.groupBy(ofKind, (each) => each.case)].map(([name, each]) => ({
    name,
    points: each.map((record) => ({ size: record.size, value: value(record) })),
  }))
}
