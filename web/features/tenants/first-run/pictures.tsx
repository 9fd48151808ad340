import type { ReactNode } from 'react'
import classes from './FirstRun.module.css'

/**
 * Draws equidistant lines around a shape. The shape is stroked repeatedly, from wide to narrow, and
 * alternately in the line color and the background color.
 */
function Ripples({
  of,
}: {
  of: (key: number, props: { strokeWidth: number; className: string | undefined }) => ReactNode
}) {
  return [7, 6, 5, 4, 3, 2, 1].flatMap((ring) => [
    of(ring, { strokeWidth: ring * 36 + 2.4, className: classes[`ring${ring}`] }),
    of(-ring, { strokeWidth: ring * 36, className: classes.ground }),
  ])
}

const Drawing = ({ children }: { children: ReactNode }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 560 200"
    preserveAspectRatio="xMidYMid slice"
    className={classes.drawing}
  >
    {children}
  </svg>
)

const Dots = ({ at }: { at: readonly (readonly [x: number, y: number])[] }) =>
  at.map(([cx, cy]) => <circle key={cx} cx={cx} cy={cy} r={4.5} className={classes.dot} />)

const path = 'M140 136h96l64 -64h96'

/**
 * Illustration of a path from the user to an organization. `initial` is the first character of the
 * organization's name, if known.
 */
export function JoinPicture({ initial }: { initial: string }) {
  return (
    <Drawing>
      <Ripples
        of={(key, props) => (
          <path key={key} d={path} fill="none" strokeLinecap="round" strokeLinejoin="round" {...props} />
        )}
      />
      <path d={path} className={classes.line} />
      <circle cx={140} cy={136} r={12} className={classes.strong} />
      <Dots
        at={[
          [268, 104],
          [330, 72],
          [180, 172],
          [420, 150],
          [96, 100],
          [500, 40],
        ]}
      />
      <rect x={396} y={44} width={56} height={56} rx={14} className={classes.square} />
      <text x={424} y={72} className={classes.initial}>
        {initial}
      </text>
    </Drawing>
  )
}

/** Illustration of a new organization, surrounded by rings. */
export function ApplyPicture() {
  return (
    <Drawing>
      <Ripples
        of={(key, props) => (
          <path
            key={key}
            d="M280 100h.01"
            fill="none"
            strokeLinecap="round"
            {...props}
            strokeWidth={props.strokeWidth + 52}
          />
        )}
      />
      <Dots
        at={[
          [236, 72],
          [330, 140],
          [196, 128],
          [372, 64],
          [150, 60],
          [424, 130],
          [90, 150],
          [484, 84],
        ]}
      />
      <rect x={250} y={70} width={60} height={60} rx={15} className={classes.new} />
      <path d="M280 92v16m-8 -8h16" className={classes.plus} />
    </Drawing>
  )
}
