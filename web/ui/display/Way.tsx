import { Mark } from './Logo.tsx'
import styles from './Way.module.css'

/** From here to the application of that name. */
export const Way = ({ name }: { name: string }) => (
  <div className={styles.way} aria-hidden="true">
    <Mark size={40} />
    <span className={styles.line} />
    <span className={styles.application}>{[...name][0]!.toUpperCase()}</span>
  </div>
)
