import type { ReactNode } from 'react'
import type { Session } from '../../lib/session/session.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import type { Tone } from '../../ui/feedback/status.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import styles from './Workplace.module.css'
import { words } from './words.ts'
import type { Workplace } from './workplace.ts'

interface Figure {
  label: string
  value: number
  about?: ReactNode
  tone?: Tone
}

/** Of the organization that the session is in; of the platform, as far as the viewer manages it; else of the account itself. */
export function Figures({ session, data }: { session: Session; data: Workplace }) {
  const t = useTexts(words)
  const times = useTimes()
  const locale = useLocale()
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const { tenant, tenants, accounts, devices, online, expiring, messages } = data
  const figures: Figure[] = []

  if (tenant) {
    const { operatorCount, managerCount, deviceCount } = tenant.statistics
    figures.push({
      label: t('members'),
      value: operatorCount,
      about: t('managersAmong', { count: managerCount }),
    })
    if (!devices) figures.push({ label: t('devices'), value: deviceCount })
  }
  if (tenants) figures.push({ label: t('organizations'), value: tenants.count })
  if (accounts) figures.push({ label: t('accounts'), value: accounts.count })
  if (devices && online && expiring) {
    const first = expiring.data[0]?.expiredDate
    figures.push(
      { label: t('devices'), value: devices.count },
      {
        label: t('onlineNow'),
        value: online.count,
        ...(devices.count > 0 && {
          about: percent.format(online.count / devices.count),
        }),
      },
      {
        label: t('expiring'),
        value: expiring.count,
        ...(first && { about: t('firstOn', { date: times.date(first) }), tone: 'warn' as const }),
      },
    )
  }
  if (figures.length === 0) {
    const { auth } = session
    const open = auth.tenants.filter(({ status }) => status === 'PREPARE' || status === 'REJECT')
    figures.push(
      { label: t('ownOrganizations'), value: session.tenants.length - 1 },
      { label: t('applications'), value: open.length },
      { label: t('unread'), value: messages.unread },
    )
  }

  const told = figures.some(({ about }) => about)
  return (
    <Panel padded={false}>
      <dl className={styles.figures} aria-label={t('figures')}>
        {figures.map(({ label, value, about, tone }) => (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd>
              <span className={`tabular ${styles.value}`}>{number.format(value)}</span>
              {told && (
                <span className={styles.about} style={tone && { color: `var(--${tone})` }}>
                  {about ?? '\u00a0'}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
