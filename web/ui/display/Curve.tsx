import { first, required } from '../../../contract/required.ts'
import styles from './Curve.module.css'
import { lineOf, runsOf } from './chart.ts'

interface CurvePoint {
  /** Horizontal position, from 0 (left) to 1 (right). */
  at: number
  value: number
}

interface CurveProps {
  /** Points in chronological order. null is a gap in the data. */
  points: readonly (CurvePoint | null)[]
  /**
   * Size in px. If `fluid` is set, the curve is stretched to the available width, and `width` is only the
   * width of its viewBox.
   */
  width: number
  height: number
  fluid?: boolean
  tone: 'info' | 'warn' | 'neutral'
}

/** Margin in px, so that the line and the last point are not clipped. */
const room = 3

/**
 * Sparkline whose vertical axis starts at the minimum value and spans at least 5% of the mean, so that small
 * changes look flat. The page must also show the values as text.
 */
export function Curve({ points, width, height, fluid, tone }: CurveProps) {
  const values = points.flatMap((point) => (point ? [point.value] : []))
  const low = Math.min(...values)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const range = Math.max(Math.max(...values) - low, Math.abs(mean) * 0.05) || 1
  const placed = points.map(
    (point) =>
      point && {
        x: room + point.at * (width - 2 * room),
        y: height - room - ((point.value - low) / range) * (height - 2 * room),
      },
  )
  const last = placed.findLast((point) => point !== null)
  return (
    <svg
      className={styles.curve}
      {...(!fluid && { width })}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      data-tone={tone}
      data-fluid={fluid}
      aria-hidden="true"
    >
      {runsOf(placed).map((run) => {
        const line = lineOf(run)
        const x = first(run, 'run').x.toFixed(1)
        return (
          <g key={x}>
            <path
              className={styles.area}
              d={`${line}L${required(run.at(-1), 'item of run').x.toFixed(1)} ${height}L${x} ${height}Z`}
            />
            <path className={styles.line} d={line} />
          </g>
        )
      })}
      {last && <path className={styles.last} d={`M${last.x.toFixed(1)} ${last.y.toFixed(1)}h0`} />}
    </svg>
  )
}
