import { useElementSize } from '@mantine/hooks'
import { useTexts } from '../../../../lib/texts.ts'
import { useTimes } from '../../../../lib/time/time.ts'
import type { DeviceDetail } from '../../device.ts'
import { lastDays, within } from '../history.ts'
import type { DrawnHistory } from '../useHistory.ts'
import classes from './Offline.module.css'
import { RefusedBars } from './RefusedBars.tsx'
import type { Run } from './refusals.ts'
import { words } from './words.ts'

const hour = 3_600_000
const shown = 80 * hour
/** Heights of the bar and of the axis in px. */
const bar = 16
const axis = 22
/** Minimum distance of a day label from the right edge in px. */
const apart = 56

interface Props {
  device: DeviceDetail
  history: DrawnHistory
  drawn: readonly Run[]
}

/**
 * Draws a chart of the last 80 hours: online and offline time, and the attempts that were refused since the
 * device was last online.
 */
export function OfflineBand({ device, history, drawn }: Props) {
  const t = useTexts(words)
  const times = useTimes()
  const { ref, width } = useElementSize()
  const { now } = history
  const window = { start: now - shown, end: now }
  const spans = within(history.spans ?? [], window)
  const runs = drawn.filter(({ to }) => to >= window.start)
  const seen = device.lastSeenDateTime ? Date.parse(device.lastSeenDateTime) : null
  const lost = seen !== null && seen >= window.start ? seen : null
  const since = runs.filter(({ to }) => seen === null || to >= seen)
  const count = since.reduce((sum, each) => sum + each.count, 0)
  const newest = since.reduce((latest, { to }) => Math.max(latest, to), 0)
  if (!runs.length && !spans.some(({ online }) => online)) return null

  const texts = {
    lost: lost !== null && t('band.lost', { time: times.moment(lost, now) }),
    refused: count > 0 && t(lost === null ? 'band.refusedBefore' : 'band.refused', { count }),
    last: newest > 0 && t('band.last', { time: times.moment(newest, now) }),
  }
  const reach = Math.max(1, width)
  const place = (instant: number) =>
    ((Math.min(Math.max(instant, window.start), now) - window.start) / shown) * reach
  const label = Object.values(texts).filter(Boolean).join(' · ') || t('band.never')
  return (
    <div className={classes.band}>
      <div className={classes.marks} aria-hidden="true">
        {texts.lost && <span>{texts.lost}</span>}
        {texts.refused && <span data-tone="err">{texts.refused}</span>}
        {texts.last && <span className={classes.newest}>{texts.last}</span>}
      </div>
      <div ref={ref} className={classes.canvas}>
        {width > 0 && (
          <svg
            className={classes.svg}
            width={width}
            height={bar + axis}
            role="img"
            aria-label={t('band.label', { text: label })}
          >
            {spans.map(({ from, to, online }) => (
              <rect
                key={from}
                className={online ? classes.online : classes.broken}
                x={place(from)}
                y={3}
                width={Math.max(2, place(to) - place(from))}
                height={bar}
                rx={3}
              />
            ))}
            {since.map((run) => (
              <RefusedBars
                key={`${run.reason} ${run.from}`}
                // Attempts at the right edge are drawn at least 2 px inside the chart, so that they are
                // visible.
                from={Math.min(place(run.from), reach - 2)}
                to={place(run.to)}
                y={3}
                height={bar}
              />
            ))}
            {lost !== null && (
              <rect className={classes.mark} x={place(lost) - 1} y={0} width={2} height={bar + 6} />
            )}
            {lastDays(4, now)
              .filter(({ start }) => start > window.start && place(start) < reach - apart)
              .map(({ start }) => (
                <g key={start}>
                  <line
                    className={classes.day}
                    x1={place(start)}
                    x2={place(start)}
                    y1={bar + 4}
                    y2={bar + 8}
                  />
                  <text className={classes.tick} x={place(start)} y={bar + axis - 2}>
                    {times.dayOf(start)}
                  </text>
                </g>
              ))}
          </svg>
        )}
      </div>
    </div>
  )
}
