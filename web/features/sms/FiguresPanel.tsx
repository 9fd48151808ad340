import { useQuery } from '@tanstack/react-query'
import { number, sumOf } from '../../lib/numbers.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Figure, FigureChart } from '../../ui/display/Figure.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../ui/feedback/LoadError.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './FiguresPanel.module.css'
import { figuresOptions, type SmsDay } from './sms.ts'
import { words } from './words.ts'

/** Shows how much of the SMS budgets is used, and the SMS statistics for today and for the last 30 days. */
export function FiguresPanel() {
  const t = useTexts(words)
  const { data, isError, refetch } = useQuery(figuresOptions())
  if (!data)
    return (
      <Panel>
        {isError ? (
          <p className={classes.none} role="alert">
            {t('notLoaded')} <RetryLink onRetry={refetch} />
          </p>
        ) : (
          <div aria-busy="true" role="status" aria-label={t('loading')}>
            <Bar height={64} />
          </div>
        )}
      </Panel>
    )
  const { budgets, periods, providers } = data
  const today = periods.at(-1)
  const sum = (part: Exclude<keyof SmsDay, 'fromDateTime'>) => sumOf(periods, part)
  const ended = (failed: number, limited: number) => t('ended', { failed, limited })
  return (
    <Panel padded={false}>
      <dl className={classes.figures} aria-label={t('figures')}>
        {budgets.map(({ window, used, max }) => (
          <Figure
            key={window}
            label={t(window === 'hour' ? 'budget.hour' : 'budget.day')}
            about={t('budget.of', { max })}
            warns={used * 2 >= max}
          >
            {number(used)}
          </Figure>
        ))}
        {today && (
          <Figure label={t('today')} about={ended(today.failed, today.limited)}>
            {number(today.sent)}
          </Figure>
        )}
        <Figure
          label={t('month')}
          about={
            providers.map(({ name, sent }) => `${name} ${number(sent)}`).join(' · ') ||
            ended(sum('failed'), sum('limited'))
          }
        >
          {number(sum('sent'))}
        </Figure>
        <Received received={sum('received')} undelivered={sum('undelivered')} />
        <FigureChart label={t('byDay')}>
          <Days days={periods} />
        </FigureChart>
      </dl>
    </Panel>
  )
}

/**
 * Shows how many messages were delivered, according to the providers' delivery reports. Messages without a
 * report are counted neither as delivered nor as undelivered.
 */
function Received({ received, undelivered }: Pick<SmsDay, 'received' | 'undelivered'>) {
  const t = useTexts(words)
  const notified = received + undelivered > 0
  return (
    <Figure
      label={t('received')}
      about={notified ? t('undelivered', { count: undelivered }) : t('noReceipts')}
    >
      {notified ? number(received) : '—'}
    </Figure>
  )
}

/**
 * Draws a chart with one bar per day: sent messages, with failed and skipped ones on top. Each bar has a
 * tooltip and a text for screen readers.
 */
function Days({ days }: { days: readonly SmsDay[] }) {
  const t = useTexts(words)
  const times = useTimes()
  const lost = ({ failed, limited }: SmsDay) => failed + limited
  const most = Math.max(1, ...days.map((day) => day.sent + lost(day)))
  return (
    <ul className={classes.days}>
      {days.map((day) => {
        const label = t('day', {
          day: times.dayOf(day.fromDateTime),
          sent: day.sent,
          failed: lost(day),
        })
        return (
          <li key={day.fromDateTime} title={label}>
            <span className="unseen">{label}</span>
            <span className={classes.bad} style={{ height: `${(lost(day) / most) * 100}%` }} />
            <span className={classes.ok} style={{ height: `${(day.sent / most) * 100}%` }} />
          </li>
        )
      })}
    </ul>
  )
}
