import { type PointerEvent, useState } from 'react'
import { required } from '../../../../contract/required.ts'
import { useTexts } from '../../../lib/texts.ts'
import type { useTimes } from '../../../lib/time/time.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'
import { bar, HistoryRow } from './HistoryRow.tsx'
import type { Day, Span } from './history.ts'
import type { Run } from './offline/refusals.ts'
import type { DrawnHistory } from './useHistory.ts'

const row = 24
const left = 52
const axis = 20
const quarters = [0, 0.25, 0.5, 0.75, 1]
/**
 * Dragging zooms if the pointer moves at least `dragged` px and the selected range is at least `shortest`
 * milliseconds.
 */
const dragged = 8
const shortest = 60_000

interface Props {
  history: DrawnHistory & { spans: readonly Span[] }
  /** Refused connection attempts, drawn over the offline time. */
  refused: readonly Run[]
  registered: number
  /** The range to which the user has zoomed. It is shown in one row instead of the rows of the days. */
  zoom: Day | null
  onZoom: (zoom: Day) => void
  /** Width of the chart in px. */
  width: number
  label: string
  times: ReturnType<typeof useTimes>
}

/** Draws a chart with one row per day: online time, interruptions and the current time. Dragging zooms in. */
export function HistoryPicture(props: Props) {
  const { history, refused, registered, zoom, onZoom, width, label, times } = props
  const t = useTexts(words)
  const [drag, setDrag] = useState<{ index: number; from: number; to: number }>()
  const { days, spans, now } = history
  const reach = width - left - 1
  const rows = zoom ? [zoom] : days
  const height = rows.length * row
  const nowText = t('history.now', { time: times.time(now) })

  /**
   * Returns the index of the row under the pointer, and the pointer's distance from the row's left edge in
   * px.
   */
  function pointed(event: PointerEvent<SVGSVGElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const index = Math.floor((event.clientY - box.top) / row)
    return { index, x: Math.min(Math.max(event.clientX - box.left - left, 0), reach) }
  }

  function look() {
    const day = drag && rows[drag.index]
    setDrag(undefined)
    if (!day) return
    const instant = (x: number) => day.start + (x / reach) * (day.end - day.start)
    const [start, end] = [drag.from, drag.to].toSorted((one, other) => one - other).map(instant)
    if (
      Math.abs(drag.to - drag.from) >= dragged &&
      required(end, 'end') - required(start, 'start') >= shortest
    )
      onZoom({ start: required(start, 'start'), end: required(end, 'end') })
  }

  return (
    <svg
      className={classes.svg}
      width={width}
      height={height + axis}
      role="img"
      aria-label={label}
      data-drag
      onPointerDown={(event) => {
        const { index, x } = pointed(event)
        if (event.button !== 0 || event.pointerType === 'touch' || index >= rows.length) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ index, from: x, to: x })
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: pointed(event).x })}
      onPointerUp={look}
      onPointerCancel={() => setDrag(undefined)}
    >
      <Axis zoom={zoom} reach={reach} height={height} times={times} />
      {rows.map((day, index) => {
        const y = index * row + (row - bar) / 2
        const at = left + ((now - day.start) / (day.end - day.start)) * reach
        const isToday = now >= day.start && now < day.end
        const atEnd = at > width - 100
        return (
          <g key={day.start}>
            <text className={classes.tick} x={0} y={y + 12}>
              {times.dayOf(day.start)}
            </text>
            <HistoryRow {...{ day, spans, refused, now, registered, left, reach, y, times }} />
            {isToday && (
              <g>
                <rect className={classes.now} x={at - 1} y={y - 3} width={2} height={bar + 6} />
                <text
                  className={classes.tick}
                  x={at + (atEnd ? -8 : 8)}
                  y={y + 12}
                  textAnchor={atEnd ? 'end' : 'start'}
                  data-over={atEnd || undefined}
                >
                  {nowText}
                </text>
              </g>
            )}
            {drag?.index === index && (
              <rect
                className={classes.dragged}
                x={left + Math.min(drag.from, drag.to)}
                y={y - 2}
                width={Math.abs(drag.to - drag.from)}
                height={bar + 4}
                rx={3}
              />
            )}
          </g>
        )
      })}
    </svg>
  )
}

interface AxisProps extends Pick<Props, 'zoom' | 'times'> {
  /** Width of the plot area in px. */
  reach: number
  height: number
}

/** Draws vertical grid lines with labels: hours of the day or, after zooming, exact times. */
const Axis = ({ zoom, reach, height, times }: AxisProps) =>
  quarters.map((part) => {
    const x = left + part * reach
    return (
      <g key={part}>
        <line className={classes.grid} x1={x} x2={x} y1={0} y2={height} />
        <text
          className={classes.tick}
          x={x}
          y={height + 15}
          textAnchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
        >
          {zoom
            ? times.time(zoom.start + part * (zoom.end - zoom.start))
            : `${String(part * 24).padStart(2, '0')}:00`}
        </text>
      </g>
    )
  })
