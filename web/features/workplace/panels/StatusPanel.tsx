import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { deviceStatuses } from '../../../../contract/states.ts'
import { number } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { deviceTones } from '../../../shared/states/tones.ts'
import { StatusText } from '../../../ui/feedback/StatusText.tsx'
import { words } from '../words.ts'
import { type DeviceSearch, useDevicesLink } from './links.ts'
import { PanelOf } from './PanelOf.tsx'
import styles from './Panels.module.css'
import { type Figures, figuresOptions } from './queries.ts'

const order = ['ACTIVE', 'PRODUCED', 'SUSPENDED', 'EXPIRED', 'RETIRED'] as const

/** List filters for the reasons why devices are offline: a cause, or a status that prevents connecting. */
const reasons = {
  LOST: { offline: 'LOST' },
  NEVER_CONNECTED: { offline: 'NEVER_CONNECTED' },
  REFUSED: { offline: 'REFUSED' },
  EXPIRED: { status: 'EXPIRED' },
  SUSPENDED: { status: 'SUSPENDED' },
  RETIRED: { status: 'RETIRED' },
} as const satisfies Record<string, DeviceSearch>

/** Returns the number of devices by status and by reason for being offline. */
function countsOf({ statuses, neverConnected, lost, refused }: Figures) {
  const byStatus = Object.fromEntries(statuses.map(({ status, devices }) => [status, devices])) as Record<
    (typeof deviceStatuses)[number],
    number
  >
  return { ...byStatus, NEVER_CONNECTED: neverConnected, LOST: lost, REFUSED: refused }
}

/**
 * Shows the number of devices by status, and the number of offline devices by reason. Each line links to the
 * list of these devices.
 */
export function StatusPanel({ tenantId }: { tenantId: string | null }) {
  const t = useTexts(words)
  const link = useDevicesLink(tenantId)
  const line = (search: DeviceSearch, name: ReactNode, count: number, className?: string) => (
    <>
      {link ? (
        <Link {...link(search)} className={className ?? styles.line}>
          {name}
        </Link>
      ) : (
        <span className={className ?? styles.line}>{name}</span>
      )}
      <span className="tabular">{number(count)}</span>
    </>
  )
  return (
    <PanelOf
      query={useQuery(figuresOptions(tenantId))}
      title={t('states')}
      about={({ devices }) => number(devices)}
      bars={['100%', '60%', '52%', '64%', '48%', '40%', '70%', '56%', '62%']}
    >
      {(states) => {
        if (states.devices === 0) return <p className={styles.none}>{t('noDevices')}</p>
        const counts = countsOf(states)
        return (
          <>
            <div className={styles.share} aria-hidden="true">
              {order.map(
                (status) =>
                  counts[status] > 0 && (
                    <i
                      key={status}
                      style={{ flexGrow: counts[status], background: `var(--${deviceTones[status]}-dot)` }}
                    />
                  ),
              )}
            </div>
            <ul className={styles.lines}>
              {order.map(
                (status) =>
                  (status !== 'RETIRED' || counts.RETIRED > 0) && (
                    <li key={status}>
                      {line(
                        { status },
                        <StatusText
                          tone={deviceTones[status]}
                          shape={status === 'PRODUCED' ? 'ring' : undefined}
                        >
                          {t(`state.${status}`)}
                        </StatusText>,
                        counts[status],
                      )}
                    </li>
                  ),
              )}
            </ul>
            <hr className={styles.rule} />
            <ul className={styles.lines} aria-label={t('offlineWhy')}>
              <li className={styles.whole}>
                {line({ connect: 'OFFLINE' }, t('offlineWhy'), states.devices - states.online)}
              </li>
              {(Object.keys(reasons) as (keyof typeof reasons)[])
                .filter((reason) => counts[reason] > 0)
                .sort((one, other) => counts[other] - counts[one])
                .map((reason) => (
                  <li key={reason}>{line(reasons[reason], t(`offline.${reason}`), counts[reason])}</li>
                ))}
            </ul>
          </>
        )
      }}
    </PanelOf>
  )
}
