import type { ReactNode } from 'react'
import classes from './Chart.module.css'

interface LinesProps {
  values: readonly number[]
  /** Returns the vertical position of a value in px. */
  y: (value: number) => number
  left: number
  right: number
  label: (value: number) => ReactNode
}

/** Horizontal grid lines of a chart. The value of each line is shown to its left. */
export const Lines = ({ values, y, left, right, label }: LinesProps) =>
  values.map((value) => (
    <g key={value}>
      <line className={classes.line} x1={left} x2={right} y1={y(value)} y2={y(value)} />
      <text className={classes.label} x={left - 12} y={y(value) + 4} textAnchor="end">
        {label(value)}
      </text>
    </g>
  ))

interface TipProps {
  /**
   * Horizontal position of the tooltip's center in px. It is adjusted so that the tooltip stays within the
   * chart.
   */
  x: number
  top?: number
  /** In px: the width of the chart, and half the width of the tooltip. */
  width: number
  half: number
  className?: string | undefined
  children: ReactNode
}

/** Tooltip for the data point under the pointer. */
export const Tip = ({ x, top, width, half, className, children }: TipProps) => (
  <div
    className={[classes.tip, className].filter(Boolean).join(' ')}
    style={{ left: Math.min(Math.max(x, half), width - half), top }}
  >
    {children}
  </div>
)

interface DataTableProps {
  caption: string
  head?: readonly string[]
  /** The first cell is the header of the row. */
  rows: readonly { key: string; cells: readonly [ReactNode, ...ReactNode[]] }[]
}

/** Table with the data of a chart. It is only for screen readers. */
export const DataTable = ({ caption, head, rows }: DataTableProps) => (
  <div className="unseen">
    <table>
      <caption>{caption}</caption>
      {head && (
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
