import { type ReactNode, useId } from 'react'
import styles from './Panel.module.css'

interface PanelProps {
  /** Fragment id for links to the panel. */
  id?: string
  title?: ReactNode
  /** Number that is shown next to the title. */
  count?: number
  /** Content to the right of the title. */
  actions?: ReactNode
  /** False if the content is a table or rows that extend to the edges of the panel. */
  padded?: boolean
  className?: string
  children: ReactNode
}

/** Surface with a thin border. A panel must not contain another panel. */
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
