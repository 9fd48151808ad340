import type { ReactNode } from 'react'
import { percent } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { isNow } from '../ConnectText.tsx'
import type { DeviceDetail } from '../device.ts'
import { daysLeft, isOnline } from '../devices.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'
import { ongoing, useDuration } from './useDuration.ts'
import type { DrawnHistory } from './useHistory.ts'

/** Shows four key figures of a device: current connection, location, availability and days until expiry. */
export function DeviceFigures({ device, history }: { device: DeviceDetail; history: DrawnHistory }) {
  const t = useTexts(words)
  const times = useTimes()
  const duration = useDuration()
  const { now, summary } = history
  const { currentConnect: connect, lastSeenDateTime: seen, expiredDate } = device
  const began = connect?.connectDateTime
  const share = summary?.share ?? null
  const left = expiredDate ? daysLeft(expiredDate, now) : null

  return (
    <Panel padded={false}>
      <dl className={classes.figures}>
        {isOnline(device) && began ? (
          <Figure
            label={t('figure.current')}
            about={
              <time dateTime={began} title={times.exact(began)}>
                {isNow(began, now) ? t('justNow') : t('figure.since', { time: times.recent(began, now) })}
              </time>
            }
          >
            {t('figure.for', { duration: duration(ongoing(now - Date.parse(began))) })}
          </Figure>
        ) : (
          <Figure
            label={t('figure.current')}
            about={
              seen ? (
                <time dateTime={seen} title={times.exact(seen)}>
                  {t('figure.seen', { time: isNow(seen, now) ? t('justNow') : times.recent(seen, now) })}
                </time>
              ) : (
                t('figure.neverText')
              )
            }
          >
            {t(seen ? 'figure.offline' : 'never')}
          </Figure>
        )}
        <Figure label={t('figure.address')} about={connect && (connect.address ?? t('figure.unknownPlace'))}>
          {connect?.ip ?? '—'}
        </Figure>
        <Figure
          label={t('figure.share')}
          about={
            summary &&
            (share === null
              ? t('figure.noHistory')
              : summary.breaks
                ? t('figure.breaks', { count: summary.breaks, duration: duration(summary.longest) })
                : t('figure.noBreaks'))
          }
        >
          {summary ? share === null ? '—' : percent(share) : <Bar width={72} height={18} />}
        </Figure>
        <Figure
          label={t('figure.left')}
          about={
            expiredDate ? (
              <time dateTime={expiredDate} title={times.exact(expiredDate)}>
                {t('figure.until', { date: times.date(expiredDate) })}
              </time>
            ) : (
              t('figure.noExpiry')
            )
          }
        >
          {!left ? (
            t('figure.forever')
          ) : left.expired ? (
            <span className={classes.err}>
              {left.days ? t('expiredDays', { count: left.days }) : t('expiredToday')}
            </span>
          ) : (
            <span className={left.days > 30 ? undefined : classes.warn}>
              {t('figure.days', { count: left.days })}
            </span>
          )}
        </Figure>
      </dl>
    </Panel>
  )
}

function Figure({ label, about, children }: { label: string; about: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      <dd className={classes.about}>{about}</dd>
    </div>
  )
}
