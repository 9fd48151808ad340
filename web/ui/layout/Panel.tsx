import { type ReactNode, useId } from 'react'
import styles from './Panel.module.css'

interface PanelProps {
  /** For a link to it. */
  id?: string
  title?: ReactNode
  /** Behind the title, plain. */
  count?: number
  /** At the right of the title. */
  actions?: ReactNode
  /** False for rows and tables that reach the edges. */
  padded?: boolean
  className?: string
  children: ReactNode
}

/** A white sheet with a hairline; never inside another one. */
export function Panel({ id: place, title, count, actions, padded = true, className, children }: PanelProps) {
  const id = useId()
  return (
    <section
      id={place}
      className={className ? `${styles.panel} ${className}` : styles.panel}
      aria-labelledby={title ? id : undefined}
    >
      {title && (
        <div className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {count !== undefined && <span className={styles.count}>{count}</span>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      <div className={styles.body} data-padded={padded || undefined}>
        {children}
      </div>
    </section>
  )
}
