import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayOpen, pathOf } from '../../../contract/menu.ts'
import { required } from '../../../contract/required.ts'
import { number, percent } from '../../lib/numbers.ts'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Curve } from '../../ui/display/Curve.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import styles from './Figures.module.css'
import { devicesLink } from './panels/links.ts'
import { historyOptions, type PastHour } from './panels/queries.ts'
import { words } from './words.ts'
import type { Workplace } from './workplace.ts'

interface Figure {
  label: string
  value: number
  /** Share of the total, shown next to the number. */
  share?: string
  about?: string
  warns?: boolean
  link?: { to: string; search?: object } | undefined
  /** Name of the field that contains past values of this number in the platform's history. */
  past?: Exclude<keyof PastHour, 'dateTime'>
}

interface Props {
  session: Session
  data: Workplace
  /** The organization, or null for the part of the platform that the viewer manages. */
  tenantId: string | null
}

/**
 * Shows the key numbers of the organization, the platform or the account. A number links to the list that it
 * counts, if the viewer can open that list.
 */
export function Figures({ session, data, tenantId }: Props) {
  const t = useTexts(words)
  const figures = useFigures(session, data, tenantId)
  const wantsPast = tenantId === null && figures.some(({ past }) => past)
  const { data: history = [] } = useQuery({ ...historyOptions, enabled: wantsPast })
  return (
    <Panel padded={false}>
      <dl className={styles.figures} aria-label={t('figures')} data-count={figures.length}>
        {figures.map(({ label, value, share, about, warns, link, past }) => {
          const before = past && wantsPast ? history.flatMap((hour) => hour[past] ?? []) : []
          const change =
            before.length > 0 && isAWeekAgo(history)
              ? value - required(before[0], 'item of before')
              : undefined
          return (
            <div key={label} className={styles.figure} data-link={link ? true : undefined}>
              <dt>{link ? <Link {...link}>{label}</Link> : label}</dt>
              <dd>
                <span className={styles.number}>
                  <span className={`tabular ${styles.value}`}>{number(value)}</span>
                  {share && <span className={`tabular ${styles.share}`}>{share}</span>}
                </span>
                <span
                  className={`tabular ${styles.about}`}
                  data-warns={(warns && (change === undefined || change > 0)) || undefined}
                >
                  {change !== undefined ? t('change', { change: signed(change) }) : (about ?? '\u00a0')}
                </span>
                {before.length > 1 && (
                  <span className={styles.curve}>
                    <Curve
                      points={[...before, value].map((each, index) => ({
                        at: index / before.length,
                        value: each,
                      }))}
                      width={80}
                      height={32}
                      tone={warns ? 'warn' : 'info'}
                    />
                  </span>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      {wantsPast && history.length > 0 && <Past figures={figures} history={history} />}
    </Panel>
  )
}

/** Formats a change with its sign (− or +). 0 has no sign. */
const signed = (change: number): string =>
  change < 0 ? `−${number(-change)}` : `${change > 0 ? '+' : ''}${number(change)}`

/** Whether the history goes back far enough to compare the numbers with those of a week ago. */
const isAWeekAgo = ([first]: readonly PastHour[]): boolean =>
  first !== undefined && Date.now() - Date.parse(first.dateTime) > 6.5 * 86_400_000

/** Provides the data of the charts to screen readers. */
function Past({ figures, history }: { figures: readonly Figure[]; history: readonly PastHour[] }) {
  const t = useTexts(words)
  const times = useTimes()
  const shown = figures.flatMap(({ label, past }) => (past ? [{ label, past }] : []))
  return (
    <div className="unseen">
      <table>
        <caption>{t('pastWeek')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            {shown.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {history.map((hour) => (
            <tr key={hour.dateTime}>
              <th scope="row">{times.dayOf(hour.dateTime)}</th>
              {shown.map(({ label, past }) => (
                <td key={label}>{hour[past]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useFigures(session: Session, data: Workplace, tenantId: string | null): Figure[] {
  const t = useTexts(words)
  const times = useTimes()
  const { tenant, tenants, accounts, devices, messages } = data
  const figures: Figure[] = []
  const page = (name: 'allTenants' | 'accountManagement' | 'memberManagement') =>
    mayOpen(session, name) ? { to: pathOf(name) } : undefined

  if (tenant) {
    const { operatorCount, managerCount, deviceCount } = tenant.statistics
    figures.push({
      label: t('members'),
      value: operatorCount,
      about: t('managersAmong', { count: managerCount }),
      link: tenantId === session.tenantId ? page('memberManagement') : undefined,
    })
    if (!devices) figures.push({ label: t('devices'), value: deviceCount })
  }
  if (tenants)
    figures.push({
      label: t('organizations'),
      value: tenants.count,
      link: page('allTenants'),
      past: 'organizations',
    })
  if (accounts)
    figures.push({
      label: t('accounts'),
      value: accounts.count,
      link: page('accountManagement'),
      past: 'accounts',
    })
  if (devices) {
    const first = devices.nextExpiring?.expiredDate
    const link = devicesLink(session, tenantId)
    figures.push(
      { label: t('devices'), value: devices.devices, link: link?.({}), past: 'devices' },
      {
        label: t('onlineNow'),
        value: devices.online,
        link: link?.({ connect: 'ONLINE' }),
        past: 'online',
        ...(devices.devices > 0 && { share: percent(devices.online / devices.devices) }),
      },
      {
        label: t('expiring'),
        value: devices.expiring,
        link: link?.({ expiry: '30', sort: 'EXPIRED_DATE.asc' }),
        past: 'expiring',
        warns: devices.expiring > 0,
        ...(first && { about: t('firstOn', { date: times.date(first) }) }),
      },
    )
  }
  if (figures.length === 0) {
    const { auth } = session
    const open = auth.tenants.filter(({ status }) => status === 'PREPARE' || status === 'REJECT')
    figures.push(
      { label: t('ownOrganizations'), value: session.tenants.length - 1 },
      { label: t('applications'), value: open.length },
      { label: t('unread'), value: messages.unread, link: { to: pathOf('messageList') } },
    )
  }
  return figures
}
