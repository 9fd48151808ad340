import { useState } from 'react'
import { IconCircleCheckFilled } from '#icons'
import { useTexts } from '../../../lib/texts.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import styles from './Checklist.module.css'
import { type Checklist as List, type Step, usePutAway } from './checklist.ts'
import { type Shown, StepRow } from './StepRow.tsx'
import { words } from './words.ts'

interface Props {
  tenantId: string | null
  list: List
  /**
   * Returns the texts and controls of a step. `open` opens this step instead of the first incomplete step.
   */
  show: (step: Step, at: { isOpen: boolean; open: () => void }) => Shown
}

/** Shows the setup steps. One step is open at a time. The server detects which steps are complete. */
export function Checklist({ tenantId, list: { steps }, show }: Props) {
  const t = useTexts(words)
  const putAway = usePutAway(tenantId)
  const [chosen, setChosen] = useState<Step['name']>()
  const [leaving, setLeaving] = useState(false)
  const left = steps.filter(({ done }) => !done)
  const opened = (left.find(({ name }) => name === chosen) ?? left[0])?.name
  const done = steps.length - left.length

  async function leave() {
    setLeaving(true)
    try {
      await putAway(true)
      toast('info', t('isAway'))
    } catch {
      toast('err', t('failed'))
      setLeaving(false)
    }
  }

  return (
    <Panel
      padded={false}
      title={
        <>
          {t('title')}{' '}
          <span className={`tabular ${styles.progress}`}>
            {t('progress', { done, all: steps.length })}
            <svg className={styles.bar} viewBox="0 0 160 4" aria-hidden>
              <rect className={styles.track} width="160" height="4" rx="2" />
              <rect className={styles.filled} width={(160 * done) / steps.length} height="4" rx="2" />
            </svg>
          </span>
        </>
      }
      actions={
        <button type="button" className={styles.away} disabled={leaving} onClick={() => void leave()}>
          {t('putAway')}
        </button>
      }
    >
      <ol className={styles.steps}>
        {steps.map((step) => {
          const isOpen = step.name === opened
          return (
            <StepRow
              key={step.name}
              step={step}
              isOpen={isOpen}
              shown={show(step, { isOpen, open: () => setChosen(step.name) })}
            />
          )
        })}
      </ol>
    </Panel>
  )
}

/** Shown instead of the checklist if it was completed while the page was open. */
export function AllDone() {
  const t = useTexts(words)
  return (
    <p className={styles.allDone} role="status">
      <IconCircleCheckFilled size={20} aria-hidden />
      {t('allDone')}
    </p>
  )
}
