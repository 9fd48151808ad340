import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { lazyPart } from '../../network.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Account.module.css'
import { PersonSkeleton, SessionsSkeleton } from './AccountSkeleton.tsx'
import { accountOptions } from './account.ts'
import { ClosePanel } from './ClosePanel.tsx'
import { useAccountDialogs } from './dialogs.ts'
import { FactorsPanel } from './factors/FactorsPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { PrivacyPanel } from './privacy/PrivacyPanel.tsx'
import { SecurityPanel } from './SecurityPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { words } from './words.ts'

// Of those who have allowed an application anything.
const ConsentsPanel = lazyPart(async () => (await import('./ConsentsPanel.tsx')).ConsentsPanel)

/** /accountInfo/index: where one goes on (`children`), who one is, how the account is guarded, where one is signed in. */
export function AccountPage({ children }: { children: ReactNode }) {
  const t = useTexts(words)
  const query = useQuery(accountOptions)
  const { data, error, isFetching } = query
  const { open, dialog } = useAccountDialogs()

  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.above}>{children}</div>
      {error && !data && !isFetching ? (
        <Panel>
          <LoadError title={t('loadFailed')} query={query} />
        </Panel>
      ) : (
        <div className={classes.columns} aria-busy={!data}>
          <div className={classes.column}>
            {data ? (
              <>
                <ProfilePanel account={data} onEdit={() => open('profile', [data])} />
                <SecurityPanel account={data} onChange={(name) => open(name, [data])} />
                <FactorsPanel account={data} open={open} />
              </>
            ) : (
              <PersonSkeleton />
            )}
          </div>
          <div className={classes.column}>
            {data ? (
              <>
                <SessionsPanel account={data} onEndOthers={() => open('others', [data])} />
                {data.consents.length > 0 && (
                  <Suspense>
                    <ConsentsPanel consents={data.consents} />
                  </Suspense>
                )}
                <PrivacyPanel account={data} />
                <ClosePanel onClose={() => open('close', [data])} />
              </>
            ) : (
              <SessionsSkeleton />
            )}
          </div>
          {dialog}
        </div>
      )}
    </>
  )
}
