import { lineOf } from '../../../ui/display/chart.ts'
import styles from './Figures.module.css'

const [width, height] = [80, 32]
/** px from the edge, so that line and last point are whole. */
const room = 3

/** How a number has gone, least at the bottom; what hardly changes looks flat. The table beside the figures says the same. */
export function Curve({ values, tone }: { values: readonly number[]; tone: 'info' | 'warn' }) {
  const low = Math.min(...values)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const range = Math.max(Math.max(...values) - low, mean * 0.05, 1)
  const points = values.map((value, index) => ({
    x: room + (index * (width - 2 * room)) / (values.length - 1),
    y: height - room - ((value - low) / range) * (height - 2 * room),
  }))
  const last = points.at(-1)!
  const line = lineOf(points)
  return (
    <svg className={styles.curve} width={width} height={height} data-tone={tone} aria-hidden="true">
      <path className={styles.area} d={`${line}L${last.x} ${height}L${room} ${height}Z`} />
      <path className={styles.line} d={line} />
      <circle className={styles.last} cx={last.x} cy={last.y} r={2} />
    </svg>
  )
}
