import type { ReactNode } from 'react'
import styles from './PageHeader.module.css'

/**
 * A page's title, what it is about in a picture, one line of context beside it, its actions at the right (the filled one
 * last). On a phone these are worth more than a context that is but words.
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
