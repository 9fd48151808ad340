import type { Connection } from '../device.ts'

export interface Span {
  /** Start in milliseconds since 1970. `to` is the end in the same unit. */
  from: number
  to: number
  online: boolean
}

interface Summary {
  /**
   * Share of online time, from 0 to 1, relative to the time for which the state is known. null if the state
   * was never known.
   */
  share: number | null
  breaks: number
  /** Longest interruption in milliseconds. */
  longest: number
}

/**
 * Maximum gap in milliseconds at which two connections count as one, because a device that switches networks
 * remains available.
 */
const seam = 1_000

interface Window {
  start: number
  now: number
  earlier: boolean
}

/**
 * Returns the window, but starts it no earlier than the device's registration. Another device may have used
 * the same id before.
 */
export function sinceRegistered(window: Window, registered: string): Window {
  const at = Date.parse(registered)
  return at > window.start ? { ...window, start: Math.min(at, window.now), earlier: false } : window
}

/**
 * Returns contiguous online and offline spans between `start` and `now`. If `earlier` is set, the device had
 * connections before `start`, so it counts as offline until its first connection after `start`. Otherwise,
 * the state before the first connection is unknown, and the spans begin with that connection.
 */
export function spansOf(
  connections: readonly Pick<Connection, 'connectDateTime' | 'disconnectDateTime'>[],
  { start, now, earlier }: Window,
): Span[] {
  const sorted = connections
    .map(({ connectDateTime, disconnectDateTime }) => ({
      from: Math.max(start, Date.parse(connectDateTime)),
      to: Math.min(now, disconnectDateTime === null ? now : Date.parse(disconnectDateTime)),
    }))
    .filter(({ from, to }) => to >= from)
    .toSorted((one, other) => one.from - other.from)
  const spans: Span[] = []
  let reached = earlier ? start : (sorted[0]?.from ?? now)
  for (const { from, to } of sorted) {
    const last = spans.at(-1)
    if (last?.online && from <= last.to + seam) last.to = Math.max(last.to, to)
    else {
      if (from > reached) spans.push({ from: reached, to: from, online: false })
      spans.push({ from, to, online: true })
    }
    reached = Math.max(reached, to)
  }
  if (now > reached + seam) spans.push({ from: reached, to: now, online: false })
  return spans
}

export function summarize(spans: readonly Span[]): Summary {
  const length = ({ from, to }: Span) => to - from
  const sum = (some: readonly Span[]) => some.reduce((total, span) => total + length(span), 0)
  const broken = spans.filter(({ online }) => !online)
  const known = sum(spans)
  return {
    share: known > 0 ? 1 - sum(broken) / known : null,
    breaks: broken.length,
    longest: Math.max(0, ...broken.map(length)),
  }
}

export interface Day {
  start: number
  /** The next midnight. A day can have 23 or 25 hours because of daylight saving time. */
  end: number
}

/** Returns the last `count` days in the viewer's time zone, today first. */
export function lastDays(count: number, now: number): Day[] {
  const midnight = (back: number) => {
    const date = new Date(now)
    date.setHours(0, 0, 0, 0)
    date.setDate(date.getDate() - back)
    return date.getTime()
  }
  return Array.from({ length: count }, (_, back) => ({ start: midnight(back), end: midnight(back - 1) }))
}

/** Returns the spans clipped to a day or another range. */
export const within = <Each extends Pick<Span, 'from' | 'to'>>(
  spans: readonly Each[],
  { start, end }: Day,
): Each[] =>
  spans
    .filter(({ from, to }) => from < end && to > start)
    .map((span) => ({ ...span, from: Math.max(span.from, start), to: Math.min(span.to, end) }))

/** Divides a day into columns and returns the share of offline time in each column, from 0 to 1. */
export function brokenShares(
  spans: readonly Span[],
  { start, end }: Day,
  columns: number,
): readonly number[] {
  const shares = new Array<number>(columns).fill(0)
  const width = (end - start) / columns
  for (const { from, to } of within(spans, { start, end }).filter(({ online }) => !online)) {
    const last = Math.min(columns - 1, Math.ceil((to - start) / width) - 1)
    for (let index = Math.floor((from - start) / width); index <= last; index += 1) {
      const left = start + index * width
      const broken = (Math.min(to, left + width) - Math.max(from, left)) / width
      shares[index] = (shares[index] ?? 0) + broken
    }
  }
  return shares
}

/** Interruptions that are too close together to be drawn separately. */
export interface DropGroup {
  from: number
  to: number
  count: number
  /** Total duration of the interruptions in milliseconds. `longest` is the duration of the longest one. */
  total: number
  longest: number
}

export function dropsOf(spans: readonly Span[], seen: number): DropGroup[] {
  const drops: DropGroup[] = []
  for (const { from, to } of spans.filter(({ online }) => !online)) {
    const last = drops.at(-1)
    const length = to - from
    if (last && from - last.to < seen) {
      last.to = to
      last.count += 1
      last.total += length
      last.longest = Math.max(last.longest, length)
    } else drops.push({ from, to, count: 1, total: length, longest: length })
  }
  return drops
}
