import classes from './Offline.module.css'

/** Distance between two ticks, and the width of a tick, in px. */
const pitch = 6
const wide = 2

interface Props {
  /** Horizontal start and end of the attempts in px. */
  from: number
  to: number
  y: number
  height: number
}

/** Draws refused attempts as ticks, at least one. */
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
