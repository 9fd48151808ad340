import styles from './Bar.module.css'

/**
 * Skeleton of a text of the same width. It is hidden from screen readers. The region around it must therefore
 * have aria-busy.
 */
export function Bar({ width = '100%', height = 12 }: { width?: number | string; height?: number }) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden="true" />
}
