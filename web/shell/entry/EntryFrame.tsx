import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Logo, Mark } from '../../ui/Logo.tsx'
import { Footer } from '../Footer.tsx'
import { LanguageSwitch } from '../LanguageSwitch.tsx'
import { ThemeSwitch } from '../ThemeSwitch.tsx'
import styles from './EntryFrame.module.css'

/** Around the authentication screen: one card, the switches above it, the filing numbers below. */
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

/** Around the agreement and the privacy policy: the same, with room to read. */
export function ReadingFrame() {
  return (
    <Frame>
      <div className={styles.sheet}>
        <Outlet />
      </div>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useTexts('shell')
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <Link to="/login" className={styles.home} aria-label={`Reeve ${t('product')}`}>
          <Logo size={28} product={t('product')} />
        </Link>
        <LanguageSwitch named />
        <ThemeSwitch />
      </header>
      <main className={styles.main}>{children}</main>
      <Footer>
        <Link to="/terms">{t('page.terms')}</Link>
        <Link to="/privacy">{t('page.privacy')}</Link>
      </Footer>
    </div>
  )
}
