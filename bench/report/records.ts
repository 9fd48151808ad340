import { required } from '../../contract/required.ts'
import type { Drive, Series } from '../drive/drive.ts'
import type { Round } from '../drive/round.ts'
import { median, quantile } from '../measure.ts'

/** The statistics of a case with one database size. Times are in milliseconds. */
export interface Figures {
  case: string
  kind: Series['kind']
  /**
   * Number of devices. The database contains a tenth as many accounts and a hundredth as many organizations.
   */
  size: number
  /** Calls per second with eight callers. `p50` and the other percentiles are their response times. */
  rps: number
  p50: number
  p95: number
  p99: number
  /** CPU time per call of the server (`serverCpuMs`) and of PostgreSQL (`dbCpuMs`). */
  serverCpuMs: number
  dbCpuMs: number
  /** SQL statements per call. */
  statements: number
  /** Throughput of the case's baseline, divided by that of Reeve in the same round. */
  limitRatio: number
  /** `p50` divided by the `p50` at the smallest size in the same round. */
  growth: number
  /** Response times with one caller. */
  one: { p50: number; p95: number; p99: number }
}

const medianOf = <T>(items: readonly T[], value: (item: T) => number): number => median(items.map(value))
const rounded = (value: number): number => Number(value.toPrecision(4))

/**
 * Returns the statistics of all cases that did not fail. Percentiles and CPU times are computed over the
 * calls of all rounds, because the kernel's CPU clock is too coarse for one round. All other values are
 * medians of the rounds.
 */
export function recordsOf({ series }: Drive): Figures[] {
  return series
    .filter(({ failed, rounds }) => !failed && rounds.length)
    .map((each) => {
      const { rounds } = each
      const timesOf = (which: 'one' | 'eight') => {
        const times = rounds.flatMap((round) => round[which].times)
        const at = (share: number) => rounded(quantile(times, share))
        return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
      }
      const sum = (value: (round: Round) => number) =>
        rounds.reduce((total, round) => total + value(round), 0)
      const calls = sum((round) => round.calls)
      const isSmallest = (other: Series) => other.case === each.case && !other.failed
      const smallest = required(series.find(isSmallest), 'smallest size')
      const growth = rounds.map(
        (round, index) => round.eight.p50 / required(smallest.rounds[index], 'round').eight.p50,
      )
      return {
        case: each.case,
        kind: each.kind,
        size: each.size,
        rps: rounded(medianOf(rounds, ({ eight }) => eight.perSecond)),
        ...timesOf('eight'),
        serverCpuMs: rounded(sum(({ serverCpu }) => serverCpu) / calls),
        dbCpuMs: rounded(sum(({ dbCpu }) => dbCpu) / calls),
        statements: each.statements,
        limitRatio: rounded(medianOf(rounds, ({ limit, eight }) => limit / eight.perSecond)),
        growth: rounded(median(growth)),
        one: timesOf('one'),
      }
    })
}
