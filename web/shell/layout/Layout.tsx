import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { ApplicationBanner } from '../../features/tenants/ApplicationBanner.tsx'
import { currentSession, type Session, subscribeSession } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import '../../ui/mantine-console.ts'
import { Bar } from '../../ui/Bar.tsx'
import { Footer } from '../Footer.tsx'
import { visibleMenu } from '../menu.ts'
import { queryClient } from '../query.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import styles from './Layout.module.css'
import { MainMenu } from './MainMenu.tsx'
import { Navbar } from './Navbar.tsx'

// Only a phone opens it.
const MenuDrawer = lazy(async () => ({ default: (await import('./MenuDrawer.tsx')).MenuDrawer }))

const ChangePasswordRequired = lazy(async () => {
  const { ChangePasswordRequired } = await import('../../features/account/ChangePasswordRequired.tsx')
  return { default: ChangePasswordRequired }
})

/** The frame of every page behind the sign-in. Without a session there is nothing to frame: one is signing out. */
export function Layout() {
  const session = useSyncExternalStore(subscribeSession, currentSession)
  if (!session) return null
  return (
    <QueryClientProvider client={queryClient}>
      {session.passwordChangeRequired ? <Locked session={session} /> : <Frame session={session} />}
    </QueryClientProvider>
  )
}

function Frame({ session }: { session: Session }) {
  const t = useTexts('shell')
  // undefined: never opened, so not loaded
  const [drawer, setDrawer] = useState<boolean>()
  const entries = visibleMenu(session)
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <Navbar session={session} onMenu={entries.length > 0 ? () => setDrawer(true) : undefined} />
      <div className={styles.body}>
        {entries.length > 0 && (
          <>
            <nav className={styles.menu} aria-label={t('mainMenu')}>
              <MainMenu entries={entries} />
            </nav>
            {drawer !== undefined && (
              <Suspense>
                <MenuDrawer
                  session={session}
                  entries={entries}
                  opened={drawer}
                  onClose={() => setDrawer(false)}
                />
              </Suspense>
            )}
          </>
        )}
        <main id="content" className={styles.content} tabIndex={-1}>
          <ApplicationBanner />
          <Breadcrumb />
          {/* Every organization has its own page: nothing of the last one stays in it. */}
          <div key={session.tenantId}>
            <Outlet />
          </div>
          <Footer />
        </main>
      </div>
    </>
  )
}

/** An administrator set the password: nothing else opens until there is a new one. */
function Locked({ session }: { session: Session }) {
  return (
    <>
      <Navbar session={session} />
      <div className={styles.body}>
        <main id="content" className={styles.content} tabIndex={-1}>
          <Suspense fallback={<Bar height={240} />}>
            <ChangePasswordRequired />
          </Suspense>
          <Footer />
        </main>
      </div>
    </>
  )
}
