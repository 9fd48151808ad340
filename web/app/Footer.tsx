import type { ReactNode } from 'react'
import { useBrand } from '../brand.ts'
import { knownConfig } from '../lib/config.ts'
import styles from './Footer.module.css'

/** Shows the copyright notice and the filing numbers that the operator must display, then `children`. */
export function Footer({ children }: { children?: ReactNode }) {
  const config = knownConfig()
  return (
    <footer className={styles.footer}>
      <span>
        © {new Date().getFullYear()} {useBrand().name}
      </span>
      {config?.icp && (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
          {config.icp}
        </a>
      )}
      {config?.policeFiling && (
        <a href={policeUrl(config.policeFiling)} target="_blank" rel="noopener noreferrer">
          {config.policeFiling}
        </a>
      )}
      {children}
    </footer>
  )
}

/**
 * Returns the URL of a police filing (公安备案) on the ministry's website. The URL contains only the digits of
 * the filing number.
 */
const policeUrl = (filing: string) =>
  `https://beian.mps.gov.cn/#/query/webSearch?code=${filing.replace(/\D/g, '')}`
