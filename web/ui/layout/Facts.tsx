import type { ReactNode } from 'react'
import styles from './Facts.module.css'

/** A list of names and values. `wide` puts as many next to each other as there is room for. */
export const Facts = ({ wide, children }: { wide?: boolean; children: ReactNode }) => (
  <dl className={styles.facts} data-wide={wide}>
    {children}
  </dl>
)

/** A row of figures above the facts. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className={styles.figures}>{children}</dl>
)

/** One entry of Facts or Figures. A missing value is shown as a dash. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children || <span className={styles.none}>—</span>}</dd>
  </div>
)
