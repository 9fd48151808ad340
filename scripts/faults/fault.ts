import { required } from '../../contract/required.ts'
import type { Verdict } from '../lib/judge.ts'
import type { History } from '../lib/load.ts'
import type { Strain } from './strain.ts'

export interface Settings {
  /** Requests a second of the load beside most faults. */
  rate: number
  /** Of the mixed load. */
  hours: number
}

/** Something that happens, and what has to hold meanwhile and afterwards. */
export interface Fault {
  name: string
  /** Why it cannot be tried here; undefined: it can. */
  lacks?(): string | undefined
  /** Throws where it went otherwise than anything that is expected. */
  run(report: Report, settings: Settings): Promise<void>
}

/** held: null where it was not tried; lost: acknowledged changes that are missing. */
export interface Row {
  fault: string
  held: boolean | null
  acknowledged: number
  lost: number
  note: string
}

/** What is found of one fault. */
export interface Report {
  /** `otherwise`: what is wrong where it does not hold. */
  demand(holds: boolean, otherwise: string): void
  /** As demand(), of a time; on a machine that is busy with other work it may be longer by as much. */
  within(milliseconds: number, bound: number, what: string): void
  say(fact: string): void
  /** What a load was told, and what its database holds. */
  count(history: History, verdict: Verdict): void
  row(): Row
}

export function createReport(fault: string, strain: Strain): Report {
  const wrong: string[] = []
  const facts: string[] = []
  let [acknowledged, lost] = [0, 0]
  const strained = () => {
    const factor = strain.now()
    return factor > 1.2 ? [`other work made everything take ${factor.toFixed(1)} times as long`] : []
  }
  return {
    demand(holds, otherwise) {
      if (!holds) wrong.push(otherwise)
    },
    within(milliseconds, bound, what) {
      if (milliseconds > bound * strain.now()) wrong.push(`${what}: ${Math.round(milliseconds)} ms`)
    },
    say: (fact) => void facts.push(fact),
    count({ saves, chains }, verdict) {
      acknowledged += saves.filter(({ outcome }) => outcome === 'ok').length
      acknowledged += chains.reduce((sum, { ok }) => sum + ok, 0)
      lost += verdict.lost
      wrong.push(...verdict.faults.slice(0, 5))
    },
    row: () => ({
      fault,
      held: !wrong.length && !lost,
      acknowledged,
      lost,
      note: [...wrong.map((each) => `NOT HELD: ${each}`), ...facts, ...strained()].join('; '),
    }),
  }
}

const held = new Map([
  [true, 'yes'],
  [false, 'no'],
  [null, 'not tried'],
])

/** As docs/faults.md has it. */
export function table(rows: readonly Row[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const head = ['fault', 'held', 'acknowledged', 'lost', 'note']
  return [
    line(head),
    line(head.map(() => '---')),
    ...rows.map((row) =>
      line([
        row.fault,
        required(held.get(row.held), 'item of held'),
        row.acknowledged,
        row.lost,
        row.note.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|'),
      ]),
    ),
  ].join('\n')
}
