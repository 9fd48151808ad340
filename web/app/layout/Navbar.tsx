import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { IconMenu2, IconSettings } from '#icons'
import { useBrand } from '../../brand.ts'
import { isLocked, type Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { lazyPart } from '../../network.ts'
import { Logo } from '../../ui/display/Logo.tsx'
import { reloadSession } from '../followSession.ts'
import { LanguageSwitch } from '../LanguageSwitch.tsx'
import { openOverlay } from '../overlays.ts'
import { ThemeSwitch } from '../ThemeSwitch.tsx'
import { words as shellWords } from '../words.ts'
import { AccountMenu } from './AccountMenu.tsx'
import styles from './Navbar.module.css'
import { SearchField } from './SearchField.tsx'
import { TenantSwitch } from './TenantSwitch.tsx'
import { words } from './words.ts'

// Loaded lazily, so that the page does not wait for the message bell.
const MessageBell = lazyPart(
  async () => (await import('../../features/messages/MessageBell.tsx')).MessageBell,
)

interface NavbarProps {
  session: Session
  /**
   * Opens the menu drawer. If undefined, there is no drawer, so the navbar contains the switches that the
   * drawer would contain.
   */
  onMenu?: (() => void) | undefined
  /** The menu, if the navbar contains it. */
  menu?: ReactNode
}

export function Navbar({ session, onMenu, menu }: NavbarProps) {
  const t = useTexts(shellWords)
  const frame = useTexts(words)
  const brand = useBrand()
  return (
    <header className={styles.navbar}>
      {onMenu && (
        <ActionIcon aria-label={frame('openMenu')} onClick={onMenu}>
          <IconMenu2 size={18} stroke={1.6} />
        </ActionIcon>
      )}
      <Link
        to="/accountInfo/index"
        className={`finger ${styles.home}`}
        aria-label={`${brand.name} ${t('product')}`}
      >
        <span className={styles.wide}>
          <Logo size={28} product={t('product')} />
        </span>
        <span className={styles.narrow}>
          <Logo size={28} />
        </span>
      </Link>
      {menu}
      <div className={styles.actions}>
        {!isLocked(session) && <SearchField short={Boolean(menu)} />}
        <TenantSwitch session={session} />
        <span className={styles.switches} data-in-menu={onMenu ? '' : undefined}>
          <LanguageSwitch />
          <ThemeSwitch />
          {!isLocked(session) && (
            <>
              <Suspense fallback={<span className={styles.waiting} />}>
                <MessageBell onReceived={reloadSession} />
              </Suspense>
              <ActionIcon
                aria-label={t('openSettings')}
                title={t('openSettings')}
                onClick={() => openOverlay('settings')}
              >
                <IconSettings size={18} stroke={1.6} />
              </ActionIcon>
            </>
          )}
        </span>
        <AccountMenu session={session} unreadMark={onMenu !== undefined} />
      </div>
    </header>
  )
}
