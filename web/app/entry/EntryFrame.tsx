import { Link, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { ours, useBrand } from '../../brand.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { words as titles } from '../../lib/titles/words.ts'
import { Logo, Mark } from '../../ui/display/Logo.tsx'
import { Footer } from '../Footer.tsx'
import { LanguageSwitch } from '../LanguageSwitch.tsx'
import { ThemeSwitch } from '../ThemeSwitch.tsx'
import { words as shellWords } from '../words.ts'
import { Caption } from './Caption.tsx'
import styles from './EntryFrame.module.css'
import { words } from './words.ts'

// The illustration is loaded lazily, so that the form is rendered first.
const Picture = lazy(async () => ({
  default: location.href.includes('continue')
    ? (await import('./picture/OfApplication.tsx')).OfApplication
    : (await import('./picture/Picture.tsx')).Picture,
}))

/**
 * Frame of the sign-in and sign-up pages. The product's illustration and slogan are to the left of the form,
 * or above it on narrow screens.
 */
export function EntryFrame() {
  const t = useTexts(words)
  const shell = useTexts(shellWords)
  const title = useTexts(titles)
  const brand = useBrand()
  const english = useLocale() === 'en-US'
  // The default slogan describes Reeve, so it is shown only if the product name is also Reeve.
  const own = brand.name === ours.name
  const line = brand.line?.[english ? 1 : 0] ?? (own ? t('line') : '')
  const text = brand.text?.[english ? 1 : 0] ?? (own ? t('text') : '')
  return (
    <div className={styles.frame}>
      <header className={styles.side}>
        <Ornament />
        <Link to="/login" className={styles.home} aria-label={`${brand.name} ${shell('product')}`}>
          <Logo size={28} product={shell('product')} />
        </Link>
        <Caption line={line} text={text} />
      </header>
      <div className={styles.switches}>
        <LanguageSwitch named />
        <ThemeSwitch />
      </div>
      <main className={styles.main}>
        <div className={styles.column}>
          <div className={styles.mark}>
            <Mark size={40} />
          </div>
          <Outlet />
        </div>
      </main>
      <div className={styles.footer}>
        <Footer>
          <Link to="/terms">{title('page.terms')}</Link>
          <Link to="/privacy">{title('page.privacy')}</Link>
        </Footer>
      </div>
    </div>
  )
}

/** Illustration next to the form. Loads when the browser is idle, and only if the window is wide enough. */
function Ornament() {
  const room = useMedia('(min-width: 48rem) and (forced-colors: none)')
  const above = useMedia('(max-width: 68.6875rem)')
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    // Fallback for Safari, which does not support requestIdleCallback.
    const wait = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200))
    const handle = wait(() => setQuiet(true), { timeout: 1_000 })
    return () => (globalThis.cancelIdleCallback ?? clearTimeout)(handle)
  }, [])
  return (
    room &&
    quiet && (
      <Suspense>
        <Picture above={above} />
      </Suspense>
    )
  )
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}
