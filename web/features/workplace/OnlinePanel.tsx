import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { OnlineChart } from './OnlineChart.tsx'
import { Unloaded } from './Unloaded.tsx'
import styles from './Workplace.module.css'
import { words } from './words.ts'
import { onlineOptions, type Step } from './workplace.ts'

/**
 * Shows the number of online devices over time. If `tenantId` is null, devices of all organizations are
 * counted.
 */
export function OnlinePanel({ tenantId }: { tenantId: string | null }) {
  const t = useTexts(words)
  const [step, setStep] = useState<Step>('day')
  const { data, isError, refetch } = useQuery({
    ...onlineOptions(tenantId, step),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel
      title={
        <>
          {t('online')} <span className={styles.unit}>{t(step === 'day' ? 'dayPeak' : 'weekPeak')}</span>
        </>
      }
      actions={
        <SegmentedControl
          aria-label={t('span')}
          value={step}
          onChange={(next) => setStep(next as Step)}
          data={[
            { value: 'day', label: t('days') },
            { value: 'week', label: t('weeks') },
          ]}
        />
      }
    >
      {data ? (
        <OnlineChart peaks={data} step={step} />
      ) : (
        <Unloaded failed={isError ? t('onlineFailed') : undefined} retry={() => void refetch()} />
      )}
    </Panel>
  )
}
