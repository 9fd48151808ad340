import { useQuery } from '@tanstack/react-query'
import { useLocale, useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../../ui/feedback/LoadError.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from './Usage.module.css'
import { usageOptions } from './usage.ts'
import { words } from './words.ts'

/** What it was refused of late, in words, newest first. */
export function ErrorsPanel({ id }: { id: string }) {
  const t = useTexts(words)
  const times = useTimes()
  const number = new Intl.NumberFormat(useLocale())
  const { data, isError, refetch } = useQuery(usageOptions(id))
  const errors = data?.errors
  return (
    <Panel title={t('errors')} padded={false} {...(errors?.length && { count: errors.length })}>
      {errors?.length === 0 && <p className={classes.none}>{t('noErrors')}</p>}
      {errors && errors.length > 0 && (
        <ul className={classes.errors}>
          {errors.map(({ kind, detail, count, lastDateTime }) => (
            <li key={`${kind} ${detail}`} className={classes.error}>
              <time dateTime={lastDateTime} title={times.exact(lastDateTime)}>
                {times.recent(lastDateTime)}
              </time>
              <span className={classes.words}>
                {t(`error.${kind}`)}
                {detail && <code>{detail}</code>}
              </span>
              <span className={classes.count}>{t('times', { count: number.format(count) })}</span>
            </li>
          ))}
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
    </Panel>
  )
}
