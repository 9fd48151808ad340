import classes from './Offline.module.css'

/** Distance between two marks and width of a mark, in px. */
const pitch = 6
const wide = 2

interface Props {
  /** Left and right edge of the marks in px. */
  from: number
  to: number
  y: number
  height: number
}

/** Draws evenly spaced vertical marks, at least one, over a period with refused attempts. */
export function RefusedBars({ from, to, y, height }: Props) {
  const width = Math.max(wide, to - from)
  const ticks = Math.max(1, Math.ceil(width / pitch))
  return (
    <g>
      <rect className={classes.under} x={from} y={y} width={width} height={height} />
      <rect className={classes.refused} x={from} y={y} width={width} height={height} />
      <path
        className={classes.ticks}
        d={Array.from(
          { length: ticks },
          (_, index) => `M${from + index * pitch} ${y}h${wide}v${height}h-${wide}z`,
        ).join('')}
      />
    </g>
  )
}
