import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mockCall } from '../../lib/mockCall.ts'
import { useTexts } from '../../lib/texts.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Unloaded } from './Unloaded.tsx'
import styles from './Workplace.module.css'
import { words } from './words.ts'

interface PopularItem {
  key: number
  title: string
  clickNumber: string
}

const kinds = ['text', 'image', 'video'] as const

/**
 * Shows the list of popular content that the specification describes. Only the mock server provides the
 * content.
 */
export function Popular() {
  const t = useTexts(words)
  const [kind, setKind] = useState<(typeof kinds)[number]>('text')
  const { data, isError, refetch } = useQuery({
    queryKey: ['popular', kind],
    queryFn: () => mockCall<PopularItem[]>(`/api/popular/list?type=${kind}`),
  })
  return (
    <Panel
      title={t('popular')}
      actions={
        <SegmentedControl
          aria-label={t('popularKind')}
          value={kind}
          onChange={(next) => setKind(next as typeof kind)}
          data={kinds.map((value) => ({ value, label: t(`popular.${value}`) }))}
        />
      }
      padded={false}
    >
      {data?.length === 0 ? (
        <p className={styles.none}>{t('popularNone')}</p>
      ) : data ? (
        <ul className={styles.rows}>
          {data.map(({ key, title, clickNumber }) => (
            <li key={key} className={styles.message}>
              <div>{title}</div>
              <div className={`tabular ${styles.time}`}>{clickNumber}</div>
            </li>
          ))}
        </ul>
      ) : (
        <Unloaded failed={isError ? t('popularFailed') : undefined} retry={() => void refetch()} />
      )}
    </Panel>
  )
}
