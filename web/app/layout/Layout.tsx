import { useMediaQuery } from '@mantine/hooks'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { type CSSProperties, type ReactNode, Suspense, useEffect, useState } from 'react'
import { CertificationBanner } from '../../features/tenants/CertificationBanner.tsx'
import { usePageView } from '../../lib/pageView.ts'
import { type Session, useCurrentSession, visitedTenant } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { lazyPart } from '../../network.ts'
import { words as shellWords } from '../words.ts'
import { words } from './words.ts'
import '../../ui/theme/mantine-console.ts'
import { Opening } from '../../ui/dialogs/Opening.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { Footer } from '../Footer.tsx'
import { reachable, visibleMenu } from '../guard/menu.ts'
import { useServerMenu } from '../guard/serverMenu.ts'
import { LeaveGuard } from '../leave/LeaveGuard.tsx'
import { openOverlay, useOverlay } from '../overlays.ts'
import { useQuestion } from '../proof/proof.ts'
import { queryClient } from '../query.ts'
import { useDevice, useSettings } from '../settings/settings.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { FloatingSettings } from './FloatingSettings.tsx'
import { listenToKeys } from './keys.ts'
import styles from './Layout.module.css'
import { Sider } from './menu/Sider.tsx'
import { Navbar } from './Navbar.tsx'

// Loaded only if the menu is in the navbar.
const GroupMenu = lazyPart(async () => (await import('./menu/GroupMenu.tsx')).GroupMenu)

// Loaded only for administrators who visit an organization without being a member.
const VisitBar = lazyPart(async () => (await import('./VisitBar.tsx')).VisitBar)

// Loaded only on phones, or if the user has chosen the menu drawer.
const MenuDrawer = lazyPart(async () => (await import('./menu/MenuDrawer.tsx')).MenuDrawer)

// Loaded only if the user has turned on the tab bar.
const tabs = () => import('../tabs/index.ts')
const TabBar = lazyPart(async () => (await tabs()).TabBar)
const Pages = lazyPart(async () => (await tabs()).Pages)

// Loaded when a keyboard shortcut or a button opens an overlay.
const Overlays = lazyPart(async () => (await import('./Overlays.tsx')).Overlays)

const ProofDialog = lazyPart(async () => (await import('../proof/ProofDialog.tsx')).ProofDialog)

const ChangePasswordRequired = lazyPart(
  async () => (await import('../../features/account/ChangePasswordRequired.tsx')).ChangePasswordRequired,
)

const AgreeToTerms = lazyPart(
  async () => (await import('../../features/sign-in/AgreeToTerms.tsx')).AgreeToTerms,
)
const FactorRequired = lazyPart(
  async () => (await import('../../features/account/FactorRequired.tsx')).FactorRequired,
)

/**
 * Frame of every page that requires a session. Renders nothing without a session, which happens during
 * sign-out.
 */
export function Layout() {
  const session = useCurrentSession()
  // Stays true after the second factor has been set up, until the user has seen the recovery codes.
  const [settingUp, setSettingUp] = useState(false)
  if (!session) return null
  if (session.factorRequired && !settingUp) setSettingUp(true)
  return (
    <QueryClientProvider client={queryClient}>
      {session.passwordChangeRequired ? (
        <Locked session={session}>
          <ChangePasswordRequired />
        </Locked>
      ) : session.auth.termsToAgree ? (
        <Locked session={session}>
          <AgreeToTerms terms={session.auth.termsToAgree} />
        </Locked>
      ) : settingUp ? (
        <Locked session={session}>
          <FactorRequired onDone={() => setSettingUp(false)} />
        </Locked>
      ) : (
        <Frame session={session} />
      )}
      <Proof />
      <LeaveGuard />
    </QueryClientProvider>
  )
}

function Frame({ session }: { session: Session }) {
  const t = useTexts(shellWords)
  const frame = useTexts(words)
  const settings = useSettings()
  const device = useDevice()
  const serverMenu = useServerMenu()
  // undefined until the drawer is opened for the first time, so that its code is not loaded earlier.
  const [drawer, setDrawer] = useState<boolean>()
  const overlay = useOverlay()
  const [overlaid, setOverlaid] = useState(false)
  if (overlay && !overlaid) setOverlaid(true)
  const entries = settings.menuFromServer ? visibleMenu(session, reachable(serverMenu)) : visibleMenu(session)
  const menu = settings.menu && entries.length > 0
  const asDrawer = device === 'mobile' || settings.hideMenu
  // If the navbar is too narrow for the menu groups, the menu is shown at the side and collapsed.
  const tight = useMediaQuery('(max-width: 63.9375rem)', false, { getInitialValueInEffect: false })
  const onTop = menu && settings.topMenu && !asDrawer && !tight
  const above = settings.navbar ? 56 : 0
  const visited = visitedTenant(session)
  useEffect(listenToKeys, [])
  return (
    <div style={{ '--above': `${above / 16}rem` } as CSSProperties}>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      {settings.navbar && (
        <Navbar
          session={session}
          onMenu={menu && asDrawer ? () => setDrawer(true) : undefined}
          menu={
            onTop && (
              <nav aria-label={frame('mainMenu')}>
                <Suspense>
                  <GroupMenu entries={entries} at="top" />
                </Suspense>
              </nav>
            )
          }
        />
      )}
      <div className={styles.body}>
        {menu && !asDrawer && !onTop && <Sider entries={entries} />}
        {menu && drawer !== undefined && (
          <Opening opened={drawer} onClose={() => setDrawer(false)}>
            <MenuDrawer
              session={session}
              entries={entries}
              opened={drawer}
              onClose={() => setDrawer(false)}
            />
          </Opening>
        )}
        <div className={styles.column}>
          {settings.tabBar && (
            <div className={styles.tabs}>
              <Suspense>
                <TabBar session={session} />
              </Suspense>
            </div>
          )}
          <main id="content" className={styles.content} tabIndex={-1}>
            {visited && (
              <Suspense>
                <VisitBar session={session} tenant={visited} />
              </Suspense>
            )}
            <CertificationBanner />
            <Breadcrumb />
            {/* The key remounts the page when the organization changes, so that no data of the previous
                organization remains. */}
            <div key={session.tenantId}>{settings.tabBar ? <Pages /> : <Page />}</div>
            {settings.footer && <Footer />}
          </main>
        </div>
      </div>
      {!settings.navbar && <FloatingSettings />}
      {overlaid && (
        <Opening opened={overlay !== null} onClose={() => openOverlay(null)}>
          <Overlays session={session} />
        </Opening>
      )}
    </div>
  )
}

/** Renders the identity verification dialog, which is loaded when a call first requires it. */
function Proof() {
  return (
    useQuestion() && (
      <Suspense>
        <ProofDialog />
      </Suspense>
    )
  )
}

/** The open page. It is remounted whenever the view changes (see web/lib/pageView.ts). */
const Page = () => <Outlet key={usePageView()} />

/**
 * Frame for a required step, such as a password change. No page can be opened until the user has completed
 * the step.
 */
function Locked({ session, children }: { session: Session; children: ReactNode }) {
  return (
    <div style={{ '--above': '3.5rem' } as CSSProperties}>
      <Navbar session={session} />
      <div className={styles.body}>
        <div className={styles.column}>
          <main id="content" className={styles.content} tabIndex={-1}>
            <Suspense fallback={<Bar height={240} />}>{children}</Suspense>
          </main>
          <Footer />
        </div>
      </div>
    </div>
  )
}
