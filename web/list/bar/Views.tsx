import type { ReactNode } from 'react'
import { useLocale } from '../../lib/texts.ts'
import styles from './Views.module.css'

export interface View {
  key: string
  label: string
  /** How many rows it has; at least so many where it is not exact. */
  count?: { count: number; countExact: boolean } | undefined
  tone?: 'warn' | 'err' | undefined
}

interface ViewsProps {
  label: string
  views: readonly View[]
  chosen: string | undefined
  onChoose: (key: string) => void
  /** Behind them. */
  children?: ReactNode
}

/** What is asked of a list most often, each with its number: tabs in the list's bar. */
export function Views({ label, views, chosen, onChoose, children }: ViewsProps) {
  const number = new Intl.NumberFormat(useLocale())
  return (
    <div className={styles.views}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row that scrolls */}
      <div role="group" aria-label={label} className={styles.row}>
        {views.map(({ key, label, count, tone }) => (
          <button
            key={key}
            type="button"
            className={styles.view}
            aria-pressed={key === chosen}
            onClick={() => onChoose(key)}
          >
            {label}
            {count && (count.count > 0 || count.countExact) && (
              <span className={styles.count} data-tone={count.count ? tone : undefined}>
                {number.format(count.count)}
                {!count.countExact && '+'}
              </span>
            )}
          </button>
        ))}
      </div>
      {children}
    </div>
  )
}
