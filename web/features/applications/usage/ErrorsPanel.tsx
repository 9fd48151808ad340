import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { IconChevronLeft, IconChevronRight } from '#icons'
import { sumOf } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { TimeText } from '../../../lib/time/TimeText.tsx'
import { useTimes } from '../../../lib/time/time.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../../ui/feedback/LoadError.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from './Usage.module.css'
import { type ChosenDay, usageOptions } from './usage.ts'
import { words } from './words.ts'

/** Shows the errors of the last 30 days or of the selected day. */
export function ErrorsPanel({ id, chosen }: { id: string; chosen: ChosenDay }) {
  const t = useTexts(words)
  const times = useTimes()
  const { day } = chosen
  const { data, isError, refetch } = useQuery(usageOptions(id, day))
  const errors = data?.errors
  const unlisted = data ? Math.max(0, sumOf(data.signIns, 'failed') - sumOf(data.errors, 'count')) : 0
  const title = day ? t('errorsOf', { day: times.dayOf(day.fromDateTime) }) : t('errors')
  // Scrolls the panel into view when a day is selected.
  const head = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (day) head.current?.scrollIntoView({ block: 'nearest' })
  }, [day])
  return (
    <Panel
      title={
        <span ref={head} className={classes.errorsTitle}>
          {title}
        </span>
      }
      padded={false}
      {...(errors?.length && { count: errors.length })}
      actions={day && <Days id={id} chosen={chosen} />}
    >
      {errors?.length === 0 && (
        <p className={classes.none}>
          {unlisted ? t('unknown', { count: unlisted }) : t(day ? 'noErrorsOf' : 'noErrors')}
        </p>
      )}
      {errors && errors.length > 0 && (
        <ul className={classes.errors}>
          {errors.map(({ kind, detail, count, lastDateTime }) => (
            <li key={`${kind} ${detail}`} className={classes.error}>
              <TimeText at={lastDateTime} as="recent" />
              <span className={classes.words}>
                {t(`error.${kind}`)}
                {detail && <code>{detail}</code>}
              </span>
              <span className={classes.count}>{t('times', { count })}</span>
            </li>
          ))}
          {unlisted > 0 && <li className={classes.more}>{t('more', { count: unlisted })}</li>}
        </ul>
      )}
      {!errors &&
        (isError ? (
          <p className={classes.none} role="alert">
            {t('notLoaded')} <RetryLink onRetry={refetch} />
          </p>
        ) : (
          <div className={classes.loading} aria-busy="true" role="status" aria-label={t('loading')}>
            <Bar />
          </div>
        ))}
      <p className="unseen" role="status">
        {day && errors && t('dayTold', { day: title, told: t('kinds', { count: errors.length }) })}
      </p>
    </Panel>
  )
}

/** Shows buttons for the previous and the next day, because the chart's bars can be too narrow for touch. */
function Days({ id, chosen: { day, choose } }: { id: string; chosen: ChosenDay }) {
  const t = useTexts(words)
  const days = useQuery(usageOptions(id)).data?.signIns ?? []
  const at = days.findIndex(({ fromDateTime }) => fromDateTime === day?.fromDateTime)
  const neighborButton = (step: -1 | 1) => {
    const other = at < 0 ? undefined : days[at + step]
    const [name, Icon] =
      step < 0 ? (['previousDay', IconChevronLeft] as const) : (['nextDay', IconChevronRight] as const)
    return (
      <ActionIcon
        variant="subtle"
        aria-label={t(name)}
        title={t(name)}
        disabled={!other}
        onClick={() => choose(other)}
      >
        <Icon size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <>
      {neighborButton(-1)}
      {neighborButton(1)}
      <button type="button" className="link" onClick={() => choose(undefined)}>
        {t('allDays')}
      </button>
    </>
  )
}
