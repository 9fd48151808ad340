import styles from './Bar.module.css'

/**
 * Placeholder for a text of the same width while it loads. It is hidden from screen readers, so the region
 * around it must have aria-busy.
 */
export function Bar({ width = '100%', height = 12 }: { width?: number | string; height?: number }) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden="true" />
}
