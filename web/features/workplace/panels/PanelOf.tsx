import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../../ui/feedback/LoadError.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { words } from '../words.ts'
import styles from './Panels.module.css'

interface Props<Data> {
  query: UseQueryResult<Data>
  title: string
  /** Returns the text next to the title. */
  about?: (data: Data) => string
  actions?: ReactNode
  className?: string
  /** Widths of the skeleton bars. */
  bars: readonly string[]
  children: (data: Data) => ReactNode
}

/**
 * A panel that loads its own data. The header is shown immediately, and a loading error affects only this
 * panel.
 */
export function PanelOf<Data>({ query, title, about, actions, className, bars, children }: Props<Data>) {
  const t = useTexts(words)
  const { data, isError, refetch } = query
  return (
    <Panel
      className={className ? `${styles.panel} ${className}` : styles.panel}
      title={
        <>
          {title}
          {data !== undefined && about && <span className={styles.about}>{about(data)}</span>}
        </>
      }
      actions={actions}
    >
      {data !== undefined ? (
        children(data)
      ) : isError ? (
        <p className={styles.none} role="alert">
          {t('notLoaded')} <RetryLink onRetry={refetch} />
        </p>
      ) : (
        <div className={styles.bars} aria-busy="true">
          {bars.map((width, index) => (
            <Bar key={index} width={width} />
          ))}
        </div>
      )}
    </Panel>
  )
}
