import type { ReactNode } from 'react'
import classes from './Figure.module.css'

interface FigureProps {
  label: ReactNode
  /** Explanation below the value. */
  about: ReactNode
  /** Whether to highlight the value, because it needs attention. */
  warns?: boolean
  children: ReactNode
}

/** Key figure in a `dl` element, with its label and a line of explanation. */
export function Figure({ label, about, warns = false, children }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd className={classes.value} data-warns={warns || undefined}>
        {children}
      </dd>
      <dd className={classes.about}>{about ?? '\u00a0'}</dd>
    </div>
  )
}

/** Chart for use in a row of key figures. */
export function FigureChart({
  label,
  className,
  children,
}: {
  label: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <div className={className ? `${classes.figure} ${className}` : classes.figure}>
      <dt>{label}</dt>
      <dd className={classes.chart}>{children}</dd>
    </div>
  )
}
