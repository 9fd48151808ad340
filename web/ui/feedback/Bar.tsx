import styles from './Bar.module.css'

/** Stands where text will be, as wide as the text. Hidden from readers: the region around it says aria-busy. */
export function Bar({ width = '100%', height = 12 }: { width?: number | string; height?: number }) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden="true" />
}
