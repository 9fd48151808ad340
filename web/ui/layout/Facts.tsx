import type { ReactNode } from 'react'
import styles from './Facts.module.css'

/**
 * Definition list of labels with their values. If `wide` is set, each row contains as many entries as fit.
 */
export const Facts = ({ wide, children }: { wide?: boolean; children: ReactNode }) => (
  <dl className={styles.facts} data-wide={wide}>
    {children}
  </dl>
)

/** Row of key figures above the facts. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className={styles.figures}>{children}</dl>
)

/** An entry of Facts or Figures. A missing value is shown as a dash. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children || <span className={styles.none}>—</span>}</dd>
  </div>
)
