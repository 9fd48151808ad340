import styles from './Bar.module.css'

/**
 * Skeleton of a text, as wide as the text. Hidden from screen readers, because the region around it has
 * aria-busy.
 */
export function Bar({ width = '100%', height = 12 }: { width?: number | string; height?: number }) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden="true" />
}
