import type { Refusal, RefusalReason } from '../../device.ts'

/** Tries that were refused for one reason, one after the other. */
export interface Run {
  reason: RefusalReason
  count: number
  /** Milliseconds since 1970. */
  from: number
  to: number
  /** Of the last one. */
  ip: string
  address: string | null
}

const hour = 3_600_000

/** Quiet this long, and the next try begins another run. */
const inWords = 24 * hour
/** In a picture a pause of hours is seen. */
export const inPicture = 2 * hour

/** The rows of hours, in whatever order, as runs; the one that ended last first. */
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
