import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import classes from './AllTenants.module.css'
import type { TenantRow } from './allTenants.ts'
import { words } from './words.ts'

const day = 86_400_000
const soon = 30

/**
 * Shows the expiry date and the remaining days: as a warning in the last 30 days, and as an error after
 * expiry.
 */
export function Expiry({ row: { status, expireAt } }: { row: Pick<TenantRow, 'status' | 'expireAt'> }) {
  const t = useTexts(words)
  const times = useTimes()
  if (!expireAt) {
    const text = status === 'FINISH' ? t('forever') : status === 'PREPARE' ? t('expiryAfterReview') : '—'
    return <span className={classes.plain}>{text}</span>
  }
  const days = Math.floor((Date.parse(expireAt) - Date.now()) / day)
  const tone = days < 0 ? 'err' : days <= soon ? 'warn' : 'plain'
  return (
    <span className={classes.expiry} title={times.exact(expireAt)}>
      <time dateTime={expireAt}>{times.date(expireAt)}</time>{' '}
      <span className={classes[tone]}>
        {days < 0
          ? t('daysOver', { count: -days })
          : days === 0
            ? t('lastDay')
            : t('daysLeft', { count: days })}
      </span>
    </span>
  )
}
