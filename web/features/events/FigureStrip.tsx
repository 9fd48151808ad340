import { useQuery } from '@tanstack/react-query'
import { percent } from '../../lib/numbers.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Figure, FigureChart } from '../../ui/display/Figure.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './FigureStrip.module.css'
import { type Figures, figuresOptions, type Webhook } from './webhooks.ts'
import { words } from './words.ts'

/**
 * Shows statistics of the last 24 hours: volume, success rate and response time, with a chart. Also shows the
 * length of the queue.
 */
export function FigureStrip({ webhook }: { webhook: Webhook }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { data } = useQuery(figuresOptions(webhook.id))
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  /** Average number of deliveries per minute. */
  const rate = (data?.begun ?? 0) / 1_440
  const loading = <Bar width={72} height={18} />
  return (
    <Panel padded={false}>
      <dl className={classes.figures} aria-label={t('figures')}>
        <Figure
          label={t('figure.begun')}
          about={
            data &&
            t(rate < 1 ? 'figure.perHour' : 'figure.perMinute', {
              count: number.format(rate < 1 ? rate * 60 : rate),
            })
          }
        >
          {data ? number.format(data.begun) : loading}
        </Figure>
        <Figure
          label={t('figure.first')}
          about={data && t('figure.retried', { count: number.format(data.retried) })}
        >
          {/* The success rate is rounded down, so that 100 % means that no first attempt has failed. */}
          {data ? (data.begun ? percent(floored(data.first / data.begun)) : '—') : loading}
        </Figure>
        <Figure
          label={t('figure.time')}
          about={
            data &&
            (data.slow === null ? t('figure.noAnswer') : t('figure.slow', { ms: number.format(data.slow) }))
          }
        >
          {data ? (data.median === null ? '—' : t('ms', { ms: number.format(data.median) })) : loading}
        </Figure>
        <Figure
          label={t('figure.waiting')}
          about={t(webhook.waiting ? 'figure.inOrder' : 'figure.nothingWaits')}
          warns={webhook.waiting > 0}
        >
          {number.format(webhook.waiting)}
        </Figure>
        <FigureChart label={t('figure.chart')} className={classes.chart}>
          {data && <Chart halfHours={data.halfHours} />}
        </FigureChart>
      </dl>
    </Panel>
  )
}

const floored = (share: number): number => Math.floor(share * 1_000) / 1_000

const height = 40
/** Minimum height of a bar in px, so that a single delivery is visible. */
const least = 2

/** Draws a chart with one bar per half hour: successful deliveries, with failed attempts on top. */
function Chart({ halfHours }: { halfHours: Figures['halfHours'] }) {
  const t = useTexts(words)
  const times = useTimes()
  const most = Math.max(1, ...halfHours.map(({ delivered, failed }) => delivered + failed))
  const sizeOf = (count: number) => (count ? Math.max(least, (count / most) * (height - least)) : 0)
  const sum = (part: 'delivered' | 'failed') => halfHours.reduce((total, each) => total + each[part], 0)
  return (
    <svg
      className={classes.svg}
      viewBox={`0 0 ${halfHours.length * 4} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('figure.chartText', { delivered: sum('delivered'), failed: sum('failed') })}
    >
      {halfHours.map(({ dateTime, delivered, failed }, index) => {
        const [ok, bad] = [sizeOf(delivered), sizeOf(failed)]
        return (
          <g key={dateTime}>
            <rect className={classes.ok} x={index * 4} y={height - ok} width={3} height={ok} />
            <rect className={classes.bad} x={index * 4} y={height - ok - bad} width={3} height={bad} />
            <rect className={classes.over} x={index * 4} y={0} width={4} height={height}>
              <title>{t('figure.halfHour', { time: times.time(dateTime), delivered, failed })}</title>
            </rect>
          </g>
        )
      })}
    </svg>
  )
}
