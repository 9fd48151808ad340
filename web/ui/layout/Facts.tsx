import type { ReactNode } from 'react'
import styles from './Facts.module.css'

/** What is known of something, a name and a value a line; `wide`: as many lines beside one another as there is room for. */
export const Facts = ({ wide, children }: { wide?: boolean; children: ReactNode }) => (
  <dl className={styles.facts} data-wide={wide}>
    {children}
  </dl>
)

/** How much there is of what, in a row above the facts. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className={styles.figures}>{children}</dl>
)

/** One of either; a value that is not there is a dash. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children || <span className={styles.none}>—</span>}</dd>
  </div>
)
