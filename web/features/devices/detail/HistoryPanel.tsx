import { useElementSize } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { last } from '../../../../contract/required.ts'
import { percent } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { DeviceDetail } from '../device.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'
import { HistoryPicture } from './HistoryPicture.tsx'
import type { Day } from './history.ts'
import type { Run } from './offline/refusals.ts'
import type { DrawnHistory } from './useHistory.ts'

interface Props {
  device: DeviceDetail
  history: DrawnHistory
  refused: readonly Run[]
}

/** Shows the connection history of the last seven days, or of the range to which the user has zoomed. */
export function HistoryPanel({ device, history, refused }: Props) {
  const t = useTexts(words)
  const times = useTimes()
  const { ref, width } = useElementSize()
  const { spans, summary, days, cut, error, retry } = history
  const registered = Date.parse(device.createDateTime)
  const [zoom, setZoom] = useState<Day | null>(null)
  useEffect(() => {
    if (!zoom) return
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setZoom(null)
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [zoom])
  return (
    <Panel
      title={
        <>
          {t('history.title')}{' '}
          <span className={classes.titleAbout}>
            {zoom
              ? t('history.zoomed', {
                  day: times.dayOf(zoom.start),
                  from: times.time(zoom.start),
                  to: times.time(zoom.end),
                })
              : t('history.about')}
          </span>
        </>
      }
      actions={
        zoom ? (
          <button type="button" className="link" onClick={() => setZoom(null)}>
            {t('history.back')}
          </button>
        ) : (
          <div className={classes.legend} aria-hidden="true">
            <span data-online="">{t('history.online')}</span>
            <span>{t('history.broken')}</span>
            {refused.some(({ to }) => to >= last(days, 'days').start) && (
              <span data-refused="">{t('history.refused')}</span>
            )}
            {registered > last(days, 'days').start && (
              <span data-unregistered="">{t('history.unregistered')}</span>
            )}
          </div>
        )
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
            registered={registered}
            zoom={zoom}
            onZoom={setZoom}
            width={width || 640}
            label={t('history.picture', {
              share: summary.share === null ? '—' : percent(summary.share),
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
