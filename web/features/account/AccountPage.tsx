import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { listedSources } from '../../lib/config.ts'
import { useGreeting } from '../../lib/greeting/greeting.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { lazyPart } from '../../network.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Account.module.css'
import { PanelsSkeleton, WaysSkeleton } from './AccountSkeleton.tsx'
import { type Account, accountOptions } from './account.ts'
import { ClosePanel } from './ClosePanel.tsx'
import { useAccountDialogs } from './dialogs.ts'
import { FactorsPanel } from './factors/FactorsPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { PrivacyPanel } from './privacy/PrivacyPanel.tsx'
import { SecurityPanel } from './SecurityPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { words } from './words.ts'

// Loaded only if the account has granted access to at least one application.
const ConsentsPanel = lazyPart(async () => (await import('./ConsentsPanel.tsx')).ConsentsPanel)
// Loaded only if the account can link identities.
const OwnIdentities = lazyPart(async () => (await import('./identities/OwnIdentities.tsx')).OwnIdentities)

/**
 * /accountInfo/index: to-dos and organizations (`children`), and the panels of the account. Shows skeletons
 * until `children` is ready. Otherwise, `children` would push the panels down while the user clicks.
 */
export function AccountPage({
  children,
  ready,
  newcomer,
}: {
  children: ReactNode
  ready: boolean
  /** Whether the account does not belong to any organization yet. */
  newcomer: boolean
}) {
  const t = useTexts(words)
  const { name } = useSession().auth
  const greeting = useGreeting(name)
  const loading = (
    <>
      <WaysSkeleton />
      <PanelsSkeleton />
    </>
  )
  return (
    <>
      <PageHeader {...(newcomer ? { title: t('welcome', { name }), context: t('welcomeText') } : greeting)} />
      {ready ? (
        <Suspense fallback={loading}>
          <div className={classes.above}>{children}</div>
          <Panels />
        </Suspense>
      ) : (
        loading
      )}
    </>
  )
}

function Panels() {
  const t = useTexts(words)
  const query = useQuery(accountOptions)
  const { data, error, isFetching } = query
  if (data) return <Loaded account={data} />
  if (!error || isFetching) return <PanelsSkeleton />
  return (
    <Panel>
      <LoadError title={t('loadFailed')} query={query} />
    </Panel>
  )
}

function Loaded({ account }: { account: Account }) {
  const { open, dialog } = useAccountDialogs()
  return (
    <>
      <div className={classes.three}>
        <ProfilePanel account={account} onEdit={() => open('profile', [account])} />
        <SecurityPanel account={account} onChange={(name) => open(name, [account])} />
        <SessionsPanel account={account} onEndOthers={() => open('others', [account])} />
      </div>
      <div className={classes.below}>
        <div className={classes.column}>
          <FactorsPanel account={account} open={open} />
          {account.identities.length + listedSources().length > 0 && (
            <Suspense>
              <OwnIdentities identities={account.identities} />
            </Suspense>
          )}
          {account.consents.length > 0 && (
            <Suspense>
              <ConsentsPanel consents={account.consents} />
            </Suspense>
          )}
        </div>
        <div className={classes.column}>
          <PrivacyPanel account={account} />
          <ClosePanel onClose={() => open('close', [account])} />
        </div>
      </div>
      {dialog}
    </>
  )
}
