import { QueryClientProvider } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBrand } from '../../brand.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as titles } from '../../lib/titles/words.ts'
import { Logo } from '../../ui/display/Logo.tsx'
import { Footer } from '../Footer.tsx'
import { LanguageSwitch } from '../LanguageSwitch.tsx'
import { queryClient } from '../query.ts'
import { ThemeSwitch } from '../ThemeSwitch.tsx'
import { words } from '../words.ts'
import styles from './Frame.module.css'

/** Frame of the terms and of the privacy policy, with a wide text column. */
export function ReadingFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame>
        <div className={styles.sheet}>
          <Outlet />
        </div>
      </Frame>
    </QueryClientProvider>
  )
}

/** Frame with the theme and language switches at the top and the filing numbers at the bottom. */
function Frame({ children }: { children: ReactNode }) {
  const t = useTexts(words)
  const title = useTexts(titles)
  const brand = useBrand()
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <Link to="/login" className={styles.home} aria-label={`${brand.name} ${t('product')}`}>
          <Logo size={28} product={t('product')} />
        </Link>
        <LanguageSwitch named />
        <ThemeSwitch />
      </header>
      <main className={styles.main}>{children}</main>
      <Footer>
        <Link to="/terms">{title('page.terms')}</Link>
        <Link to="/privacy">{title('page.privacy')}</Link>
      </Footer>
    </div>
  )
}
