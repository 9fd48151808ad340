import type { ReactNode } from 'react'
import styles from './PageHeader.module.css'

/**
 * Header of a page: an icon, the title, one line of context, and actions on the right. The last action is the
 * primary one. On phones, a plain-text context is hidden if there are actions.
 */
export function PageHeader({
  tile,
  title,
  context,
  actions,
}: {
  tile?: ReactNode
  title: string
  context?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className={styles.header}>
      {tile}
      <h1 className={styles.title}>{title}</h1>
      {context && (
        <span className={styles.context} data-words={typeof context === 'string' || undefined}>
          {context}
        </span>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
