import { useElementSize } from '@mantine/hooks'
import { useLocale, useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { words } from '../words.ts'
import classes from './Detail.module.css'
import { HistoryPicture } from './HistoryPicture.tsx'
import type { Run } from './offline/refusals.ts'
import type { DrawnHistory } from './useHistory.ts'

/** The last seven days as a picture. */
export function HistoryPanel({ history, refused }: { history: DrawnHistory; refused: readonly Run[] }) {
  const t = useTexts(words)
  const times = useTimes()
  const { ref, width } = useElementSize()
  const percent = new Intl.NumberFormat(useLocale(), { style: 'percent', maximumFractionDigits: 1 })
  const { spans, summary, days, cut, error, retry } = history
  return (
    <Panel
      title={
        <>
          {t('history.title')} <span className={classes.titleAbout}>{t('history.about')}</span>
        </>
      }
      actions={
        <div className={classes.legend} aria-hidden="true">
          <span data-online="">{t('history.online')}</span>
          <span>{t('history.broken')}</span>
          {refused.some(({ to }) => to >= days.at(-1)!.start) && (
            <span data-refused="">{t('history.refused')}</span>
          )}
        </div>
      }
    >
      <div ref={ref} className={classes.picture}>
        {error ? (
          <Notice tone="err" action={<RetryLink onRetry={retry} />}>
            {t('history.failed')}
          </Notice>
        ) : !spans || !summary ? (
          <div className={classes.pictureBars} aria-busy="true">
            {days.map(({ start }) => (
              <Bar key={start} height={16} />
            ))}
          </div>
        ) : spans.length === 0 ? (
          <p className={classes.nothing}>{t('history.none')}</p>
        ) : (
          <HistoryPicture
            history={{ ...history, spans }}
            refused={refused}
            width={width || 640}
            label={t('history.picture', {
              share: summary.share === null ? '—' : percent.format(summary.share),
              count: summary.breaks,
            })}
            times={times}
          />
        )}
        {cut > 0 && <p className={classes.nothing}>{t('history.cut', { count: cut })}</p>}
      </div>
    </Panel>
  )
}
