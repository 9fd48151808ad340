import type { Verdict } from '../lib/judge.ts'
import type { Figures, History } from '../lib/load.ts'
import { markdownTable } from '../lib/markdown.ts'

export interface Fault {
  name: string
  /** Injects the fault under a load of `rate` requests per second. Throws on unexpected errors. */
  run(report: Report, rate: number): Promise<void>
}

/** The result of one fault. `lost` is the number of acknowledged changes that are missing. */
export interface Row {
  fault: string
  held: boolean
  acknowledged: number
  lost: number
  note: string
}

/** Collects the results of one fault. */
export interface Report {
  /** Adds a violation if the condition is false. */
  assert(holds: boolean, violation: string): void
  /**
   * Adds a violation if the duration is longer than `bound` milliseconds. `what` names the duration in the
   * message.
   */
  assertWithin(milliseconds: number, bound: number, what: string): void
  /**
   * Adds a violation unless every failed request received status 503 with Retry-After, within `longest`
   * milliseconds.
   */
  assertCleanRefusals(figures: Figures, longest: number): void
  note(fact: string): void
  /** Adds the numbers of acknowledged and lost changes, and the violations that the verdict lists. */
  count(history: History, verdict: Verdict): void
  row(): Row
}

export const inMs = (milliseconds: number): string => `${Math.round(milliseconds)} ms`

export function createReport(fault: string): Report {
  const violations: string[] = []
  const notes: string[] = []
  let [acknowledged, lost] = [0, 0]
  const report: Report = {
    assert(holds, violation) {
      if (!holds) violations.push(violation)
    },
    assertWithin: (milliseconds, bound, what) =>
      report.assert(milliseconds <= bound, `${what}: ${inMs(milliseconds)}`),
    assertCleanRefusals({ requests, failed, reasons, withoutRetryAfter, slowest }, longest) {
      const others = [...reasons].filter(([reason]) => !reason.endsWith(' 503'))
      report.assert(!others.length, others.map(([reason, count]) => `${count} × ${reason}`).join(', '))
      report.assert(
        withoutRetryAfter === 0,
        `${withoutRetryAfter} responses with status 503 had no Retry-After header`,
      )
      report.assertWithin(slowest, longest, 'slowest response')
      report.note(
        `${failed} of ${requests} requests received 503 with Retry-After, slowest response ${inMs(slowest)}`,
      )
    },
    note: (fact) => void notes.push(fact),
    count({ saves, chains }, verdict) {
      acknowledged += saves.filter(({ outcome }) => outcome === 'ok').length
      acknowledged += chains.reduce((sum, { ok }) => sum + ok, 0)
      lost += verdict.lost
      violations.push(...verdict.faults.slice(0, 5))
    },
    row: () => ({
      fault,
      held: !violations.length && !lost,
      acknowledged,
      lost,
      note: [...violations.map((each) => `VIOLATED: ${each}`), ...notes].join('; '),
    }),
  }
  return report
}

/** Returns the results as a Markdown table, in the format of docs/faults.md. */
export const table = (rows: readonly Row[]): string =>
  markdownTable(
    ['fault', 'held', 'acknowledged', 'lost', 'note'],
    rows.map(({ note, ...row }) => [
      ...Object.values(row),
      note.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|'),
    ]),
  )
