import { Outlet } from '@tanstack/react-router'
import { Mark } from '../../ui/display/Logo.tsx'
import styles from './Frame.module.css'
import { Frame } from './Frame.tsx'

/** Around the authentication screen: one card. */
export function EntryFrame() {
  return (
    <Frame>
      <div className={styles.card}>
        <div className={styles.mark}>
          <Mark size={40} />
        </div>
        <Outlet />
      </div>
    </Frame>
  )
}
