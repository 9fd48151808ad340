import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { required } from '../../../../contract/required.ts'
import { number } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { startOfDay } from '../../../lib/time/days.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { ahead } from '../../../shared/todos/todos.ts'
import { words } from '../words.ts'
import { useDevicesLink } from './links.ts'
import { PanelOf } from './PanelOf.tsx'
import styles from './Panels.module.css'
import { figuresOptions } from './queries.ts'

const sort = 'EXPIRED_DATE.asc'
/**
 * Shows the number of devices that expire in each of eight weeks, starting with the current week. Each bar
 * opens the list of devices that expire in that week.
 */
export function ExpiryPanel({ tenantId }: { tenantId: string | null }) {
  const t = useTexts(words)
  const times = useTimes()
  const link = useDevicesLink(tenantId)
  const soon = Date.now() + ahead
  return (
    <PanelOf
      query={useQuery(figuresOptions(tenantId))}
      title={t('expiries')}
      about={() => t('expiriesAbout')}
      actions={
        link && (
          <Link {...link({ expiry: '90', sort })} className="link">
            {t('allExpiries')}
          </Link>
        )
      }
      bars={['100%', '100%', '100%', '100%', '100%', '100%']}
    >
      {({ weeks }) =>
        weeks.every(({ count }) => count === 0) ? (
          <p className={styles.none}>{t('nothingExpires')}</p>
        ) : (
          <ol className={styles.weeks}>
            {weeks.map(({ from, to, count }, index) => {
              const most = Math.max(...weeks.map((week) => week.count))
              const start = required(startOfDay(from), 'result of startOfDay').getTime()
              const shown = number(count)
              const name = t('weekExpires', {
                from: times.dayOf(start),
                to: times.dayOf(required(startOfDay(to), 'result of startOfDay').getTime()),
                count: shown,
              })
              const bar = (
                <>
                  <span className="unseen">{name}</span>
                  <span
                    className={`tabular ${styles.height}`}
                    style={{ '--share': count / most } as CSSProperties}
                    aria-hidden="true"
                  >
                    <i data-part={index === 0 ? 'now' : start <= soon ? 'soon' : undefined} />
                    <span>{shown}</span>
                  </span>
                  <span className={`tabular ${styles.day}`} aria-hidden="true">
                    {times.dayOf(start)}
                  </span>
                </>
              )
              return (
                <li key={from}>
                  {link ? (
                    <Link {...link({ expiresFrom: from, expiresTo: to, sort })}>{bar}</Link>
                  ) : (
                    <div>{bar}</div>
                  )}
                </li>
              )
            })}
          </ol>
        )
      }
    </PanelOf>
  )
}
