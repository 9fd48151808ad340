import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { number, percent } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { words } from '../words.ts'
import { useDevicesLink } from './links.ts'
import { PanelOf } from './PanelOf.tsx'
import styles from './Panels.module.css'
import { spreadOptions } from './queries.ts'

/**
 * Shows the five organizations with the most offline devices. The length of each bar is relative to the
 * highest number.
 */
export function OfflineTenants() {
  const t = useTexts(words)
  const link = useDevicesLink(null)
  return (
    <PanelOf
      query={useQuery(spreadOptions)}
      title={t('offlineTenants')}
      about={() => t('offlineTenantsAbout')}
      bars={['92%', '80%', '86%', '70%', '76%']}
    >
      {({ tenants }) =>
        tenants.length === 0 ? (
          <p className={styles.none}>{t('allOnline')}</p>
        ) : (
          <table className={styles.ranking}>
            <caption className="unseen">
              {t('offlineTenants')}, {t('offlineTenantsAbout')}
            </caption>
            <colgroup>
              <col className={styles.names} />
              <col />
              <col className={styles.counts} />
              <col className={styles.counts} />
            </colgroup>
            <tbody>
              {tenants.map(({ id, name, devices, online }) => (
                <tr key={id}>
                  <th scope="row">
                    {link ? (
                      <Link {...link({ tenant: id, connect: 'OFFLINE' })} className={`finger ${styles.line}`}>
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                  </th>
                  <td className={styles.track} aria-hidden="true">
                    <i style={{ width: `${((devices - online) / most(tenants)) * 100}%` }} />
                  </td>
                  <td className="tabular">{number(devices - online)}</td>
                  <td className={`tabular ${styles.faint}`}>{percent((devices - online) / devices)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </PanelOf>
  )
}

const most = (tenants: readonly { devices: number; online: number }[]): number =>
  Math.max(...tenants.map(({ devices, online }) => devices - online))
