import type { Refusal, RefusalReason } from '../../device.ts'

/** Consecutive attempts that were refused for the same reason. */
export interface Run {
  reason: RefusalReason
  count: number
  /** Start in milliseconds since 1970. `to` is the end in the same unit. */
  from: number
  to: number
  /** IP address of the last attempt. */
  ip: string
  address: string | null
}

const hour = 3_600_000

/** Maximum gap between two attempts of the same run, in milliseconds, if the runs are described in text. */
const inWords = 24 * hour
/**
 * Maximum gap between two attempts of the same run, in milliseconds, if the runs are drawn in a chart. It is
 * shorter, because a pause of hours is visible in a chart.
 */
export const inPicture = 2 * hour

/**
 * Groups refused attempts into runs. The input has one row per hour and reason, in any order. The run that
 * ended last comes first.
 */
export function runsOf(refusals: readonly Refusal[], gap = inWords): Run[] {
  const runs: Run[] = []
  const open = new Map<RefusalReason, Run>()
  const rows = refusals
    .map(({ firstDateTime, lastDateTime, ...row }) => ({
      ...row,
      from: Date.parse(firstDateTime),
      to: Date.parse(lastDateTime),
    }))
    .toSorted((one, other) => one.from - other.from)
  for (const row of rows) {
    const last = open.get(row.reason)
    if (last && row.from - last.to <= gap) {
      const { ip, address } = row
      Object.assign(last, { count: last.count + row.count, to: row.to, ip, address })
    } else {
      open.set(row.reason, row)
      runs.push(row)
    }
  }
  return runs.toSorted((one, other) => other.to - one.to)
}
