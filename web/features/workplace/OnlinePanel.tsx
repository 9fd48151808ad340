import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Bar } from '../../ui/Bar.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { OnlineChart } from './OnlineChart.tsx'
import styles from './Workplace.module.css'
import { onlineOptions, type Step } from './workplace.ts'

/** Devices over time. `tenantId` null: those of all organizations. */
export function OnlinePanel({ tenantId }: { tenantId: string | null }) {
  const t = useTexts('workplace')
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
      ) : isError ? (
        <p className={styles.none} role="alert">
          {t('onlineFailed')}{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            {t('retry')}
          </button>
        </p>
      ) : (
        <div aria-busy="true">
          <Bar height={208} />
        </div>
      )}
    </Panel>
  )
}
