import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { deviceStatuses } from '../../../../contract/states.ts'
import { number } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { StatusText } from '../../../ui/feedback/StatusText.tsx'
import type { Tone } from '../../../ui/feedback/status.ts'
import { words } from '../words.ts'
import { type DeviceSearch, useDevicesLink } from './links.ts'
import { PanelOf } from './PanelOf.tsx'
import styles from './Panels.module.css'
import { type States, statesOptions } from './queries.ts'

const tones: Record<(typeof deviceStatuses)[number], Tone> = {
  PRODUCED: 'info',
  ACTIVE: 'ok',
  SUSPENDED: 'neutral',
  EXPIRED: 'err',
  RETIRED: 'neutral',
}
const order = ['ACTIVE', 'PRODUCED', 'SUSPENDED', 'EXPIRED', 'RETIRED'] as const

/** Why devices are offline: of those that may not connect their status says it. The parts make the whole. */
const reasons = {
  LOST: { offline: 'LOST' },
  NEVER_CONNECTED: { offline: 'NEVER_CONNECTED' },
  REFUSED: { offline: 'REFUSED' },
  EXPIRED: { status: 'EXPIRED' },
  SUSPENDED: { status: 'SUSPENDED' },
  RETIRED: { status: 'RETIRED' },
} as const satisfies Partial<Record<keyof States, DeviceSearch>>

/** Devices by status, and why some are offline; each line opens the list of them. */
export function StatusPanel({ tenantId }: { tenantId: string | null }) {
  const t = useTexts(words)
  const link = useDevicesLink(tenantId)
  const said = ({ count, countExact }: States['all']) => `${number(count)}${countExact ? '' : '+'}`
  const line = (search: DeviceSearch, name: ReactNode, count: States['all'], className?: string) => (
    <>
      {link ? (
        <Link {...link(search)} className={className ?? styles.line}>
          {name}
        </Link>
      ) : (
        <span className={className ?? styles.line}>{name}</span>
      )}
      <span className="tabular">{said(count)}</span>
    </>
  )
  return (
    <PanelOf
      query={useQuery(statesOptions(tenantId))}
      title={t('states')}
      about={({ all }) => said(all)}
      bars={['100%', '60%', '52%', '64%', '48%', '40%', '70%', '56%', '62%']}
    >
      {(states) =>
        states.all.count === 0 ? (
          <p className={styles.none}>{t('noDevices')}</p>
        ) : (
          <>
            <div className={styles.share} aria-hidden="true">
              {order.map(
                (status) =>
                  states[status].count > 0 && (
                    <i
                      key={status}
                      style={{ flexGrow: states[status].count, background: `var(--${tones[status]}-dot)` }}
                    />
                  ),
              )}
            </div>
            <ul className={styles.lines}>
              {order.map(
                (status) =>
                  (status !== 'RETIRED' || states.RETIRED.count > 0) && (
                    <li key={status}>
                      {line(
                        { status },
                        <StatusText tone={tones[status]} shape={status === 'PRODUCED' ? 'ring' : undefined}>
                          {t(`state.${status}`)}
                        </StatusText>,
                        states[status],
                      )}
                    </li>
                  ),
              )}
            </ul>
            <hr className={styles.rule} />
            <ul className={styles.lines} aria-label={t('offlineWhy')}>
              <li className={styles.whole}>
                {line({ connect: 'OFFLINE' }, t('offlineWhy'), states.OFFLINE)}
              </li>
              {(Object.keys(reasons) as (keyof typeof reasons)[])
                .filter((reason) => states[reason].count > 0)
                .sort((one, other) => states[other].count - states[one].count)
                .map((reason) => (
                  <li key={reason}>{line(reasons[reason], t(`offline.${reason}`), states[reason])}</li>
                ))}
            </ul>
          </>
        )
      }
    </PanelOf>
  )
}
