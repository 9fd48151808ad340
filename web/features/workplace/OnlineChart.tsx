import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { first, last, required } from '../../../contract/required.ts'
import { number } from '../../lib/numbers.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import chart from '../../ui/display/Chart.module.css'
import { DataTable, Lines, Tip } from '../../ui/display/ChartParts.tsx'
import { lineOf, linesFor, runsOf } from '../../ui/display/chart.ts'
import styles from './Chart.module.css'
import { words } from './words.ts'
import type { OnlinePeak, Step } from './workplace.ts'

const height = 208
/**
 * Margins around the chart line in px, with space for the tooltip above and for the labels below and on the
 * left.
 */
const room = { top: 24, right: 20, bottom: 28, left: 44 }

/**
 * Draws a line chart of the maximum number of online devices per day or week. A table provides the same data
 * to screen readers.
 */
export function OnlineChart({ peaks, step }: { peaks: readonly OnlinePeak[]; step: Step }) {
  const t = useTexts(words)
  const times = useTimes()
  const locale = useLocale()
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number | null>(null)

  const known = peaks.flatMap(({ peak }) => peak ?? [])
  if (known.length === 0) return <p className={styles.none}>{t('noHistory')}</p>

  const lines = linesFor(known)
  const [low, high] = [first(lines, 'lines'), last(lines, 'lines')]
  const across = (index: number) =>
    room.left + (index * (width - room.left - room.right)) / Math.max(1, peaks.length - 1)
  const up = (value: number) =>
    height - room.bottom - ((value - low) / (high - low)) * (height - room.top - room.bottom)
  const points = peaks.map(({ peak }, index) => (peak === null ? null : { x: across(index), y: up(peak) }))
  const nameOf = ({ fromDateTime }: OnlinePeak) => times.dayOf(fromDateTime)
  const longName = ({ fromDateTime, toDateTime }: OnlinePeak) =>
    step === 'day'
      ? `${times.dayOf(fromDateTime)} ${new Date(fromDateTime).toLocaleDateString(locale, { weekday: 'long' })}`
      : `${times.dayOf(fromDateTime)} – ${times.dayOf(Date.parse(toDateTime) - 1)}`
  const shown = at === null ? undefined : peaks[at]
  const point = at === null ? null : points[at]

  return (
    <div
      ref={ref}
      className={chart.chart}
      onPointerLeave={() => setAt(null)}
      onPointerMove={({ clientX, currentTarget }) => {
        const x = clientX - currentTarget.getBoundingClientRect().left
        setAt(nearestTo(x, points))
      }}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <Lines values={lines} y={up} left={room.left} right={width - room.right} label={number} />
          {runsOf(points).map((run) => (
            <g key={first(run, 'run').x}>
              <path
                className={styles.area}
                d={`${lineOf(run)}L${last(run, 'run').x} ${height - room.bottom}L${first(run, 'run').x} ${height - room.bottom}Z`}
              />
              <path className={styles.series} d={lineOf(run)} />
            </g>
          ))}
          {point && (
            <line className={styles.mark} x1={point.x} x2={point.x} y1={point.y} y2={height - room.bottom} />
          )}
          {points.map(
            (each, index) =>
              each && (
                <circle
                  key={each.x}
                  className={styles.point}
                  cx={each.x}
                  cy={each.y}
                  r={index === at ? 5 : 3}
                />
              ),
          )}
          {peaks.map((each, index) =>
            // In narrow charts, hide every second label, but never the last one.
            width < 480 && (peaks.length - 1 - index) % 2 ? null : (
              <text
                key={each.fromDateTime}
                className={chart.label}
                x={across(index)}
                y={height - 8}
                textAnchor={index === peaks.length - 1 ? 'end' : 'middle'}
              >
                {nameOf(each)}
              </text>
            ),
          )}
        </svg>
      )}
      {shown && point && (
        <Tip x={point.x} top={point.y - 12} width={width} half={70} className={styles.tip}>
          <div className={styles.tipName}>{longName(shown)}</div>
          <strong className="tabular">{t('devicesCount', { count: required(shown.peak, 'peak') })}</strong>
        </Tip>
      )}
      <DataTable
        caption={t('online')}
        rows={peaks.map((each) => ({
          key: each.fromDateTime,
          cells: [longName(each), each.peak === null ? t('unknown') : number(each.peak)],
        }))}
      />
    </div>
  )
}

/** Returns the index of the point closest to `x`, or null if there are no points. */
const nearestTo = (x: number, points: readonly ({ x: number } | null)[]): number | null =>
  points.reduce<number | null>((best, each, index) => {
    if (!each) return best
    const nearest = best === null ? null : points[best]
    return !nearest || Math.abs(each.x - x) < Math.abs(nearest.x - x) ? index : best
  }, null)
