import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/run.js'
import type { Drive } from '../drive/drive.ts'
import { sizeName } from '../fill/sizes.ts'
import { machine } from '../measure.ts'
import { drawGrowth, type Panel } from './picture.ts'
import type { Figures } from './records.ts'
import { between, headline, table } from './tables.ts'

const path = (name: string) => join(root, 'docs', name)

/** Writes a part of docs/performance.md between its markers; throws where they are missing. */
export function writePart(part: string, content: string): void {
  const file = path('performance.md')
  writeFileSync(file, between(readFileSync(file, 'utf8'), part, content))
}

/** The tables of all kinds and the pictures. */
export function writeDocs(records: readonly Figures[], driven: Drive): void {
  const panels = (value: (each: Figures) => number): Panel[] => [
    { title: 'lists, 20 rows with their total', lines: linesOf(records, 'list', value) },
    { title: 'searches', lines: linesOf(records, 'search', value) },
  ]
  writeFileSync(
    path('growth.svg'),
    drawGrowth(
      'How long a page takes, p95 with eight callers, by devices',
      'ms',
      panels(({ p95 }) => p95),
    ),
  )
  writeFileSync(
    path('growth-cpu.svg'),
    drawGrowth(
      'CPU a page, server and database together, by devices',
      'ms',
      panels(({ serverCpuMs, dbCpuMs }) => serverCpuMs + dbCpuMs),
    ),
  )
  const kinds = [
    ['list', 'Lists'],
    ['search', 'Searches'],
    ['write', 'Changes'],
    ['token', 'Tokens'],
  ] as const
  const parts = kinds.map(
    ([kind, title]) => `### ${title}\n\n${table(records.filter((each) => each.kind === kind))}`,
  )
  const failed = driven.series.filter((each) => each.failed)
  const failures = failed.map(
    (each) => `- ${each.case}, ${sizeName(each.size)}: not measured, ${each.failed}`,
  )
  const pictures =
    '![p95 of every list and search with eight callers, by size](growth.svg)\n\n' +
    '![CPU of every list and search, by size](growth-cpu.svg)'
  const head = headline(machine(), new Date(), driven)
  writePart('bench', [head, pictures, ...parts, failures.join('\n')].filter(Boolean).join('\n\n'))
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
