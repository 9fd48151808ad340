import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { ApiError } from '../../lib/errors.ts'
import { useTexts } from '../../lib/texts.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ErrorState } from '../../ui/State.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import classes from './Account.module.css'
import { PersonSkeleton, SessionsSkeleton } from './AccountSkeleton.tsx'
import { accountOptions } from './account.ts'
import { ClosePanel } from './ClosePanel.tsx'
import type { DialogKind } from './Dialogs.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { SecurityPanel } from './SecurityPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))

/** /accountInfo/index: who one is, how the account is guarded, where one belongs (`tenants`), where one is signed in. */
export function AccountPage({ tenants }: { tenants: ReactNode }) {
  const t = useTexts('account')
  const { data, error, isFetching, refetch } = useQuery(accountOptions)
  const { dialog, open: ask, close } = useDialog<{ kind: DialogKind }>()
  const open = (kind: DialogKind) => ask({ kind })

  return (
    <>
      <PageHeader title={t('title')} />
      {error && !data && !isFetching ? (
        <Panel>
          <ErrorState
            title={t('loadFailed')}
            request={error instanceof ApiError && error.requestId && t('request', { id: error.requestId })}
            actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
          >
            {error.message}
          </ErrorState>
        </Panel>
      ) : (
        <div className={classes.columns} aria-busy={!data}>
          <div className={classes.column}>
            {data ? (
              <>
                <ProfilePanel account={data} onEdit={() => open('profile')} />
                <SecurityPanel account={data} onChange={open} />
              </>
            ) : (
              <PersonSkeleton />
            )}
          </div>
          <div className={classes.column}>
            {tenants}
            {data ? (
              <>
                <SessionsPanel account={data} onEndOthers={() => open('others')} />
                <ClosePanel />
              </>
            ) : (
              <SessionsSkeleton />
            )}
          </div>
          {data && dialog && (
            <Suspense fallback={null}>
              <Dialogs
                key={dialog.turn}
                account={data}
                kind={dialog.kind}
                opened={dialog.opened}
                onClose={close}
              />
            </Suspense>
          )}
        </div>
      )}
    </>
  )
}
