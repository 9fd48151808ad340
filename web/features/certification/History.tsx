import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import type { Tone } from '../../ui/feedback/status.ts'
import classes from './Aside.module.css'
import type { Certification, SubmittedVersion } from './certifications.ts'
import { words } from './words.ts'

interface Step {
  key: string
  words: 'step.submit' | 'step.again' | 'step.FINISH' | 'step.REJECT' | 'step.WITHDRAWN'
  who: string | undefined
  at: string
  tone: Tone
  reason: string | null
}

const tones = { FINISH: 'ok', REJECT: 'err', WITHDRAWN: 'neutral' } as const

/** Shows all submissions and decisions of an organization request with person and time, newest first. */
export function History({ certification }: { certification: Certification }) {
  const t = useTexts(words)
  const times = useTimes()
  const steps = certification.history.flatMap((each) => stepsOf(each, certification.applicant?.name))
  return (
    <section className={classes.block}>
      <h3>{t('history')}</h3>
      <ol className={classes.steps}>
        {steps.map(({ key, words, who, at, tone, reason }) => (
          <li key={key} style={{ '--dot': `var(--${tone}-dot)` } as React.CSSProperties}>
            <div>{t(words)}</div>
            <div className={classes.small}>
              {t('by', { name: who ?? t('unknown'), time: times.dateTime(at) })}
              {reason && <p className={classes.reason}>{reason}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function stepsOf(each: SubmittedVersion, applicant: string | undefined): Step[] {
  const submitted: Step = {
    key: `${each.id} submit`,
    words: each.number > 1 ? 'step.again' : 'step.submit',
    who: applicant,
    at: each.submitDateTime,
    tone: each.status === 'PREPARE' ? 'info' : 'neutral',
    reason: null,
  }
  const { id, status, decideDateTime, decider, reject } = each
  if (status === 'PREPARE' || !decideDateTime) return [submitted]
  return [
    {
      key: id,
      words: `step.${status}`,
      who: decider?.name,
      at: decideDateTime,
      tone: tones[status],
      reason: reject,
    },
    submitted,
  ]
}
