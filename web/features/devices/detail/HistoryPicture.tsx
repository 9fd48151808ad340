import { useTexts } from '../../../lib/texts.ts'
import type { useTimes } from '../../../lib/time/time.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'
import { type Span, within } from './history.ts'
import { RefusedBars } from './offline/RefusedBars.tsx'
import type { Run } from './offline/refusals.ts'
import { useDuration } from './useDuration.ts'
import type { DrawnHistory } from './useHistory.ts'

const bar = 16
const row = 24
const left = 52
const axis = 20
/** px; a break of a second is seen, too. */
const least = 2
const hours = [0, 6, 12, 18, 24]

interface Props {
  history: DrawnHistory & { spans: readonly Span[] }
  /** Drawn where it was offline. */
  refused: readonly Run[]
  /** px */
  width: number
  label: string
  times: ReturnType<typeof useTimes>
}

/** A row for each day over its hours: where it was online, where that was broken, and now. */
export function HistoryPicture({ history: { days, spans, now }, refused, width, label, times }: Props) {
  const t = useTexts(words)
  const duration = useDuration()
  const reach = width - left - 1
  const height = days.length * row
  const nowText = t('history.now', { time: times.time(now) })

  return (
    <svg className={classes.svg} width={width} height={height + axis} role="img" aria-label={label}>
      {hours.map((hour) => {
        const x = left + (hour / 24) * reach
        return (
          <g key={hour}>
            <line className={classes.grid} x1={x} x2={x} y1={0} y2={height} />
            <text
              className={classes.tick}
              x={x}
              y={height + 15}
              textAnchor={hour === 0 ? 'start' : hour === 24 ? 'end' : 'middle'}
            >
              {`${String(hour).padStart(2, '0')}:00`}
            </text>
          </g>
        )
      })}
      {days.map((day, index) => {
        const y = index * row + (row - bar) / 2
        const place = (instant: number) => left + ((instant - day.start) / (day.end - day.start)) * reach
        const parts = within(spans, day)
        return (
          <g key={day.start}>
            <text className={classes.tick} x={0} y={y + 12}>
              {times.dayOf(day.start)}
            </text>
            {/* Breaks over what is online, so that the short ones are seen. */}
            {parts
              .toSorted((one, other) => Number(other.online) - Number(one.online))
              .map(({ from, to, online }) => (
                <rect
                  key={from}
                  className={classes.span}
                  data-online={online || undefined}
                  x={place(from)}
                  y={y}
                  width={Math.max(least, place(to) - place(from))}
                  height={bar}
                  rx={3}
                >
                  <title>
                    {t('history.span', {
                      state: t(online ? 'history.online' : 'history.broken'),
                      from: times.time(from),
                      to: times.time(to),
                      duration: duration(to - from),
                    })}
                  </title>
                </rect>
              ))}
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
            {index === 0 && (
              <g>
                <rect className={classes.now} x={place(now) - 1} y={y - 3} width={2} height={bar + 6} />
                <text
                  className={classes.tick}
                  x={place(now) + (place(now) > width - 100 ? -8 : 8)}
                  y={y + 12}
                  textAnchor={place(now) > width - 100 ? 'end' : 'start'}
                  data-over={place(now) > width - 100 || undefined}
                >
                  {nowText}
                </text>
              </g>
            )}
          </g>
        )
      })}
    </svg>
  )
}
