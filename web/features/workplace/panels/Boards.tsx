import { OnlinePanel } from '../OnlinePanel.tsx'
import { ActivityPanel } from './ActivityPanel.tsx'
import styles from './Boards.module.css'
import { ExpiryPanel } from './ExpiryPanel.tsx'
import { MapPanel } from './MapPanel.tsx'
import { OfflineTenants } from './OfflineTenants.tsx'
import { StatusPanel } from './StatusPanel.tsx'

export { ActivityPanel }

/** Shows the device panels and the recent activity of the platform. */
export function PlatformBoard({ audit }: { audit: string | undefined }) {
  return (
    <div className={styles.board} data-single={audit === undefined || undefined}>
      <div className={styles.column}>
        <div className={`${styles.row} ${styles.where}`}>
          <MapPanel />
          <StatusPanel tenantId={null} />
        </div>
        <div className={styles.row}>
          <OfflineTenants />
          <ExpiryPanel tenantId={null} />
        </div>
      </div>
      {audit && <ActivityPanel tenantId={null} to={audit} />}
    </div>
  )
}

/** Shows the device panels of one organization. */
export function DevicePanels({ tenantId }: { tenantId: string }) {
  return (
    <>
      <OnlinePanel tenantId={tenantId} />
      <div className={styles.row}>
        <StatusPanel tenantId={tenantId} />
        <ExpiryPanel tenantId={tenantId} />
      </div>
    </>
  )
}
