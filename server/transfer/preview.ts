import type { Locale } from '../../contract/errors.ts'
import type { Counts, Preview, Sample } from '../../contract/import.ts'
import { required } from '../../contract/required.ts'
import type { Cell } from '../core/list-export.ts'
import type { AnyImport, ImportRow, PlannedRow } from '../core/list-import.ts'
import { zoneOffset } from '../core/time/zone.ts'
import { inLanguage } from '../core/words.ts'
import { faultText } from './template.ts'
import type { Wrong } from './upload.store.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a rowChange is only its import knows
export type Outcome = PlannedRow<any>

/** Maximum number of rows that a preview shows for each outcome: created, changed and invalid. */
const shown = 20

/** Returns the invalid rows with their errors, in the order of the file. */
export function wrongOf(
  malformed: ReadonlyMap<number, Wrong[number][1]>,
  rows: readonly ImportRow[],
  planned: readonly Outcome[],
): Wrong {
  const refused = planned.flatMap(
    (each, index): Wrong =>
      each.kind === 'wrong' ? [[required(rows[index], 'item of rows').number, each.faults]] : [],
  )
  return [...malformed, ...refused].sort(([one], [other]) => one - other)
}

export function countsOf(planned: readonly Outcome[], wrong: Wrong, rows: number): Counts {
  const counts = { rows, created: 0, changed: 0, unchanged: 0, wrong: wrong.length }
  for (const { kind } of planned) if (kind !== 'wrong') counts[kind] += 1
  return counts
}

interface PlannedRows {
  rows: readonly ImportRow[]
  planned: readonly Outcome[]
  wrong: Wrong
}

/** Returns the first rows of each outcome (created, changed or invalid), with their values as text. */
export function samplesOf(
  spec: AnyImport,
  found: PlannedRows,
  locale: Locale,
  timeZone: string,
): Preview['samples'] {
  const offset = zoneOffset(timeZone)
  const text = (cell: Cell): string => {
    if (cell === null || cell === undefined) return ''
    if (!(cell instanceof Date)) return String(cell)
    const local = new Date(cell.getTime() + offset(cell.getTime()))
    return local.toISOString().slice(0, 16).replace('T', ' ')
  }
  const of = (kind: 'created' | 'changed'): Sample[] => {
    const samples: Sample[] = []
    for (const [index, each] of found.planned.entries()) {
      if (each.kind === 'wrong' || each.kind !== kind) continue
      const changes = Object.entries(each.changes).map(
        ([key, [before, after]]): Sample['changes'][number] => [
          inLanguage(spec.columns[key].title, locale),
          text(before),
          text(after),
        ],
      )
      samples.push({ row: required(found.rows[index], 'item of rows').number, name: each.name, changes })
      if (samples.length === shown) break
    }
    return samples
  }
  const wrong = found.wrong
    .slice(0, shown)
    .map(([row, faults]): Sample => ({ row, name: '', changes: [], fault: faultText(spec, faults, locale) }))
  return { created: of('created'), changed: of('changed'), wrong }
}
