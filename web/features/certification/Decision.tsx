import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { IconCircleCheck } from '#icons'
import { IconCircleX } from '#icons/page'
import { ApiError } from '../../lib/errors.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ConfirmForm, type DecisionProps } from './ConfirmForm.tsx'
import { useCertificationsChanged } from './certifications.ts'
import classes from './Decision.module.css'
import { draftOf, dropDraft } from './drafts.ts'
import { RejectForm } from './RejectForm.tsx'
import { words } from './words.ts'

/**
 * Shows the form for deciding a request. If the request is already decided, shows the decision and the
 * reviewer.
 */
export function Decision({ certification, onNext }: DecisionProps) {
  const t = useTexts(words)
  const { auth } = useSession()
  const changed = useCertificationsChanged()
  const [way, setWay] = useState<'confirm' | 'reject'>(() =>
    draftOf(certification.id).reject ? 'reject' : 'confirm',
  )
  const [late, setLate] = useState(false)

  if (certification.status !== 'PREPARE')
    return <Decided certification={certification} late={late} onNext={onNext} />
  if (!certification.tenant?.viewerCan.confirm) {
    return (
      <div className={classes.foot}>
        {certification.applicant?.id === auth.id && <Notice>{t('own')}</Notice>}
      </div>
    )
  }

  /**
   * If another reviewer has decided the request, or the applicant has withdrawn it, shows this outcome
   * instead of the form. Rethrows all other errors, so that the form shows them.
   */
  async function refused(error: unknown): Promise<void> {
    if (!(error instanceof ApiError) || !['CONFLICT', 'NOT_FOUND'].includes(error.code)) throw error
    setLate(true)
    dropDraft(certification.id)
    await changed()
  }

  const Form = way === 'confirm' ? ConfirmForm : RejectForm
  return (
    <section className={classes.foot} aria-label={t('decision')}>
      <Form
        certification={certification}
        onNext={onNext}
        refused={refused}
        switcher={
          <SegmentedControl
            aria-label={t('decision')}
            value={way}
            onChange={(value) => setWay(value as typeof way)}
            data={[
              {
                value: 'confirm',
                label: (
                  <span className={classes.way} data-tone={way === 'confirm' ? 'ok' : undefined}>
                    <IconCircleCheck size={16} stroke={1.6} aria-hidden />
                    {t('confirm')}
                  </span>
                ),
              },
              {
                value: 'reject',
                label: (
                  <span className={classes.way} data-tone={way === 'reject' ? 'err' : undefined}>
                    <IconCircleX size={16} stroke={1.6} aria-hidden />
                    {t('reject')}
                  </span>
                ),
              },
            ]}
          />
        }
      />
      <p className={classes.keys}>{t('keys')}</p>
    </section>
  )
}

const tones = { FINISH: 'ok', REJECT: 'err', WITHDRAWN: 'neutral' } as const

function Decided({
  certification: { status, decider, decideDateTime, submitDateTime, reject },
  late,
  onNext,
}: DecisionProps & { late: boolean }) {
  const t = useTexts(words)
  const times = useTimes()
  if (status === 'PREPARE') return null
  const time = times.dateTime(decideDateTime ?? submitDateTime)
  return (
    <div className={classes.foot}>
      <Notice
        tone={late ? 'warn' : tones[status]}
        role={late ? 'alert' : 'status'}
        action={
          onNext && (
            <button type="button" className={`link ${classes.next}`} data-decide onClick={onNext}>
              {t('nextOne')}
            </button>
          )
        }
      >
        {late && <strong>{t('tooLate')} </strong>}
        {status === 'WITHDRAWN'
          ? t('decided.WITHDRAWN', { time })
          : t(`decided.${status}`, { name: decider?.name ?? t('unknown'), time })}
        {reject && <div className={classes.why}>{t('rejectedWhy', { reason: reject })}</div>}
      </Notice>
    </div>
  )
}
