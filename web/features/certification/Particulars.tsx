import { useState } from 'react'
import { IconArrowBackUp } from '#icons/page'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { DocumentList } from '../../shared/documents/DocumentList.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import type { Certification } from './certifications.ts'
import { particulars } from './compare.ts'
import classes from './Particulars.module.css'
import review from './ReviewPage.module.css'
import { words } from './words.ts'

/**
 * Shows the last rejection and the submitted data. Changed fields come first and show their previous values.
 */
export function Particulars({ certification }: { certification: Certification }) {
  const t = useTexts(words)
  const times = useTimes()
  const [onlyChanges, setOnlyChanges] = useState(false)
  const last = certification.history.find(({ number }) => number === certification.number - 1)
  const all = particulars(certification, last)
  const changed = all.filter(({ before }) => before)
  const shown = onlyChanges ? changed : all

  return (
    <div className={review.main}>
      {last?.reject && (
        <div className={classes.rejected}>
          <IconArrowBackUp size={16} stroke={1.6} aria-hidden />
          <p>
            <strong>
              {t('lastReject', {
                time: times.dateTime(last.decideDateTime ?? last.submitDateTime),
                name: last.decider?.name ?? t('unknown'),
              })}
            </strong>{' '}
            {last.reject}
          </p>
        </div>
      )}
      <div className={classes.head}>
        <h3>
          {last
            ? changed.length
              ? t('changes', { count: changed.length })
              : t('nothingChanged')
            : t('particulars')}
        </h3>
        {changed.length > 0 && (
          // biome-ignore lint/a11y/noLabelWithoutControl: Switch renders the labeled input
          <label className={classes.only}>
            {t('onlyChanges')}
            <Switch checked={onlyChanges} onChange={setOnlyChanges} />
          </label>
        )}
      </div>
      <table className={classes.table} aria-label={t('particulars')}>
        {changed.length > 0 && last && (
          <thead>
            <tr>
              <td />
              <th scope="col">{t('before', { date: times.date(last.submitDateTime) })}</th>
              <th scope="col">{t('now', { date: times.date(certification.submitDateTime) })}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {shown.map(({ field, now, before }) => (
            <tr key={field}>
              <th scope="row">{t(`field.${field}`)}</th>
              {before && (
                <td>
                  <Lines lines={before} as="del" />
                </td>
              )}
              <td colSpan={before || !changed.length ? 1 : 2}>
                <Lines lines={now} as={before ? 'ins' : 'span'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <DocumentList
        papers={certification.papers}
        count={certification.paperCount}
        before={last?.papers.map(({ id }) => id)}
      />
    </div>
  )
}

function Lines({ lines, as: Mark }: { lines: readonly string[]; as: 'del' | 'ins' | 'span' }) {
  const t = useTexts(words)
  if (!lines.length) return <span className={classes.none}>{t('none')}</span>
  return lines.map((line) => (
    <div key={line}>
      <Mark className={classes.value}>{line}</Mark>
    </div>
  ))
}
