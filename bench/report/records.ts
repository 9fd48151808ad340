import { required } from '../../contract/required.ts'
import type { Drive, Series } from '../drive/drive.ts'
import type { Round } from '../drive/round.ts'
import { median, quantile } from '../measure.ts'

/** What was measured of a case at a size. */
export interface Figures {
  case: string
  kind: Series['kind']
  /** Devices; accounts are a tenth, organizations a hundredth. */
  size: number
  /** By eight callers: calls a second, milliseconds. */
  rps: number
  p50: number
  p95: number
  p99: number
  /** Milliseconds a call. */
  serverCpuMs: number
  dbCpuMs: number
  /** Sent to the database for one call. */
  statements: number
  /** How many times as many calls the limit answers, measured in the same rounds. */
  limitRatio: number
  /** p50 beside that of the smallest size, in the same rounds. */
  growth: number
  /** By one caller: milliseconds. */
  one: { p50: number; p95: number; p99: number }
  /** As limitRatio: the statements alone, by pgbench. */
  pgbenchRatio?: number
}

const middle = <T>(all: readonly T[], of: (one: T) => number): number => median(all.map(of))
const rounded = (value: number): number => Number(value.toPrecision(4))

/**
 * Percentiles and CPU are of all calls (the kernel tells it in steps too long for one round), everything else is the
 * median of the rounds. Without what failed.
 */
export function recordsOf({ series }: Drive): Figures[] {
  return series
    .filter(({ failed, rounds }) => !failed && rounds.length)
    .map((each) => {
      const { rounds } = each
      const of = (which: 'one' | 'eight') => {
        const times = rounds.flatMap((round) => round[which].times)
        const at = (share: number) => rounded(quantile(times, share))
        return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
      }
      const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0)
      const calls = sum((round) => round.calls)
      const smallest = required(
        series.find((other) => other.case === each.case && !other.failed),
        'item of series',
      )
      const growth = rounds.map(
        (round, index) => round.eight.p50 / required(smallest.rounds[index], 'item of rounds').eight.p50,
      )
      const alone = rounds.flatMap(({ pgbench, eight }) => (pgbench ? pgbench / eight.perSecond : []))
      return {
        case: each.case,
        kind: each.kind,
        size: each.size,
        rps: rounded(middle(rounds, ({ eight }) => eight.perSecond)),
        ...of('eight'),
        serverCpuMs: rounded(sum(({ serverCpu }) => serverCpu) / calls),
        dbCpuMs: rounded(sum(({ dbCpu }) => dbCpu) / calls),
        statements: each.statements,
        limitRatio: rounded(middle(rounds, ({ limit, eight }) => limit / eight.perSecond)),
        growth: rounded(median(growth)),
        one: of('one'),
        ...(alone.length && { pgbenchRatio: rounded(median(alone)) }),
      }
    })
}
