import { useId } from 'react'
import { first, required } from '../../../../contract/required.ts'
import { useTexts } from '../../../lib/texts.ts'
import type { useTimes } from '../../../lib/time/time.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'
import { brokenShares, type Day, dropsOf, type Span, within } from './history.ts'
import { RefusedBars } from './offline/RefusedBars.tsx'
import type { Run } from './offline/refusals.ts'
import { useDuration } from './useDuration.ts'

export const bar = 16
/**
 * Width of a column and minimum height of an interruption in px. The minimum makes an interruption of one
 * second visible.
 */
const column = 2
const least = 2
/** The hatched area gets a label if it is wider than this, in px. */
const hatchWords = 72

interface Props {
  day: Day
  spans: readonly Span[]
  refused: readonly Run[]
  now: number
  /** Time of the device's registration in milliseconds since 1970. The state before this time is unknown. */
  registered: number
  /** Left edge of the row in px. */
  left: number
  reach: number
  y: number
  times: ReturnType<typeof useTimes>
}

/**
 * Draws one row of the history chart, divided into columns. In each column, the red part is as high as the
 * share of offline time, so that many short interruptions look different from one long interruption.
 */
export function HistoryRow({ day, spans, refused, now, registered, left, reach, y, times }: Props) {
  const t = useTexts(words)
  const duration = useDuration()
  const length = day.end - day.start
  const place = (instant: number) =>
    left + ((Math.min(Math.max(instant, day.start), day.end) - day.start) / length) * reach
  const parts = within(spans, day)
  const known =
    parts.length > 0
      ? { from: first(parts, 'parts').from, to: required(parts.at(-1), 'item of parts').to }
      : null
  const columns = Math.max(1, Math.floor(reach / column))
  const shares = brokenShares(parts, day, columns)
  const wide = reach / columns
  const unknown = Math.min(registered, known?.from ?? registered)
  const hatched = place(unknown) - left
  const textOf = ({ from, to, count, total, longest }: ReturnType<typeof dropsOf>[number]) => {
    const during = { from: times.time(from), to: times.time(to) }
    return count === 1
      ? t('history.span', { ...during, state: t('history.broken'), duration: duration(total) })
      : t('history.drops', { ...during, count, total: duration(total), longest: duration(longest) })
  }

  return (
    <g>
      {now < day.end && (
        <rect
          className={classes.future}
          x={place(now)}
          y={y}
          width={left + reach - place(now)}
          height={bar}
        />
      )}
      {hatched > least && <Unregistered left={left} y={y} width={hatched} />}
      {known && (
        <rect
          className={classes.span}
          data-online
          x={place(known.from)}
          y={y}
          width={Math.max(least, place(known.to) - place(known.from))}
          height={bar}
          rx={3}
        />
      )}
      {runsOfSame(shares.map((share) => (share > 0 ? Math.max(least, Math.round(share * bar)) : 0))).map(
        ({ from, to, height }) => (
          <rect
            key={from}
            className={classes.span}
            x={left + from * wide}
            y={y + bar - height}
            width={(to - from) * wide}
            height={height}
          />
        ),
      )}
      {parts.flatMap((part) =>
        part.online
          ? []
          : within(refused, { start: part.from, end: part.to }).map((run) => (
              <RefusedBars
                key={`${run.reason} ${run.from}`}
                from={place(run.from)}
                to={place(run.to)}
                y={y}
                height={bar}
              />
            )),
      )}
      {dropsOf(parts, (length / columns) * 3).map((drops) => (
        <rect
          key={drops.from}
          className={classes.hover}
          x={place(drops.from) - 1}
          y={y}
          width={place(drops.to) - place(drops.from) + 2}
          height={bar}
        >
          <title>{textOf(drops)}</title>
        </rect>
      ))}
    </g>
  )
}

/** Draws a hatched area for the time before the registration. `left`, `y` and `width` are in px. */
function Unregistered({ left, y, width }: { left: number; y: number; width: number }) {
  const t = useTexts(words)
  const hatch = useId()
  return (
    <g>
      <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={classes.hatchLine} width={1.5} height={6} />
      </pattern>
      <rect x={left} y={y} width={width} height={bar} fill={`url(#${hatch})`} rx={3}>
        <title>{t('history.unregistered')}</title>
      </rect>
      {width > hatchWords && (
        <text className={classes.tick} x={left + 8} y={y + 12} data-over>
          {t('history.unregistered')}
        </text>
      )}
    </g>
  )
}

/** Merges adjacent columns of equal height and omits columns of height 0. */
function runsOfSame(heights: readonly number[]): { from: number; to: number; height: number }[] {
  const runs: { from: number; to: number; height: number }[] = []
  heights.forEach((height, index) => {
    const last = runs.at(-1)
    if (last && last.to === index && last.height === height) last.to += 1
    else runs.push({ from: index, to: index + 1, height })
  })
  return runs.filter(({ height }) => height > 0)
}
