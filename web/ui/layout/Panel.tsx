import { type ReactNode, useId } from 'react'
import styles from './Panel.module.css'

interface PanelProps {
  /** Anchor for links. */
  id?: string
  title?: ReactNode
  /** Shown after the title. */
  count?: number
  /** Content to the right of the title. */
  actions?: ReactNode
  /** False for rows and tables that reach the edges. */
  padded?: boolean
  className?: string
  children: ReactNode
}

/** A white surface with a thin border. Panels are never nested. */
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
