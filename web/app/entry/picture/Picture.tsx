import { type CSSProperties, Fragment, useEffect, useState } from 'react'
import { required } from '../../../../contract/required.ts'
import type { Shown } from '../../../ui/display/drawing.ts'
import { type Content, useIndustries } from './industries.ts'
import styles from './Picture.module.css'
import { band, fieldOf, levels, placesOf, type Shape, side } from './shapes.ts'

const kinds = ['point', 'bright', 'offline']

interface Props {
  above: boolean
  /**
   * Contents of the squares. A space omits its square. The fifth square is at the end of the R's leg. By
   * default, the squares show industries.
   */
  contents?: readonly Content[]
  /** Index of the highlighted square. */
  chosen?: number | undefined
  /** The application whose icon is in the square at the end of the R's leg. */
  application?: Shown
}

/**
 * Decorative illustration: squares for organizations on the R of the logo, equidistant lines around the R,
 * and devices as points on the lines. The lines are drawn by stroking the same R path repeatedly, from wide
 * to narrow, alternating between the line color and the background color.
 */
export function Picture({ above, contents, chosen, application }: Props) {
  const shape = above ? band : side
  const places = placesOf(shape)
  const still = useTyped()
  const industries = useIndustries()
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${shape.width} ${shape.height}`}
      preserveAspectRatio={above ? 'xMidYMin meet' : 'xMidYMid slice'}
      data-above={above || undefined}
      data-still={still || undefined}
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <path id="field" d={fieldOf(shape)} />
      </defs>
      <Lines shape={shape} />
      <use href="#field" className={styles.mark} />
      <circle
        cx={shape.left}
        cy={required(places[2], 'item of places')[1] + 4.4 * shape.unit}
        r={shape.foot}
        className={styles.foot}
      />
      {shape.points.map(([x, y, kind = 0]) => (
        <circle
          key={`${x} ${y}`}
          cx={x}
          cy={y}
          r={3.5}
          className={styles[required(kinds[kind], 'item of kinds')]}
        />
      ))}
      {(contents ?? industries).map(
        (content, index) =>
          content !== ' ' && (
            <g
              key={required(places[index], 'item of places').join()}
              transform={`translate(${places[index]})`}
              data-chosen={index === chosen || undefined}
              data-application={(application && index === 4) || undefined}
            >
              <Square size={shape.tile + 10} radius={shape.radius + 5} className={styles.gap} />
              <Square size={shape.tile} radius={shape.radius} className={styles.tile} />
              {application?.icon && index === 4 ? (
                <Icon size={shape.tile} radius={shape.radius} href={application.icon} />
              ) : (
                <Sign content={content} size={shape.letter} />
              )}
            </g>
          ),
      )}
    </svg>
  )
}

function Sign({ content: Drawing, size }: { content: Content; size: number }) {
  if (typeof Drawing === 'string')
    return (
      <text className={styles.letter} fontSize={size} dy="0.36em">
        {Drawing}
      </text>
    )
  return <Drawing className={styles.icon} size={1.2 * size} x={-0.6 * size} y={-0.6 * size} stroke={1.8} />
}

const Square = ({
  size,
  radius,
  className,
}: {
  size: number
  radius: number
  className: string | undefined
}) => <rect x={-size / 2} y={-size / 2} width={size} height={size} rx={radius} className={className} />

const Icon = ({ size, radius, href }: { size: number; radius: number; href: string }) => (
  <image
    href={href}
    x={-size / 2}
    y={-size / 2}
    width={size}
    height={size}
    style={{ clipPath: `inset(0 round ${radius}px)` }}
  />
)

/**
 * Draws the lines from the widest to the narrowest. The lines become paler with their distance from the R,
 * and light up one after another from the inside out.
 */
function Lines({ shape: { gap, unit } }: { shape: Shape }) {
  const all = Array.from({ length: levels.last - levels.first + 1 }, (_, index) => levels.last - index)
  return all.map((level) => (
    <Fragment key={level}>
      <use
        href="#field"
        className={styles.line}
        strokeWidth={2 * level * gap * unit + 1.2}
        style={{ '--share': shareOf(level), '--after': `${(level - levels.first) * 0.18}s` } as CSSProperties}
      />
      <use href="#field" className={styles.ground} strokeWidth={2 * level * gap * unit - 1.2} />
    </Fragment>
  ))
}

/** Returns the percentage of the line color in the color of a line. The rest is the background color. */
const shareOf = (level: number) =>
  Math.round(27 - 25 * ((level - levels.first) / (levels.last - levels.first)))

/** Returns whether the user has typed anything. Typing stops the animations. */
function useTyped(): boolean {
  const [typed, setTyped] = useState(false)
  useEffect(() => {
    const stop = () => setTyped(true)
    window.addEventListener('input', stop, { once: true })
    return () => window.removeEventListener('input', stop)
  }, [])
  return typed
}
