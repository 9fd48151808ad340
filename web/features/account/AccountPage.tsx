import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '../../lib/errors.ts'
import { useTexts } from '../../lib/texts.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ErrorState } from '../../ui/State.tsx'
import classes from './Account.module.css'
import { AccountSkeleton } from './AccountSkeleton.tsx'
import { type Account, accountOptions } from './account.ts'
import type { DialogKind } from './Dialogs.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { SecurityPanel } from './SecurityPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { TenantsPanel } from './TenantsPanel.tsx'

const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))

/** /accountInfo/index: who one is, how the account is guarded, where one belongs, where one is signed in. */
export function AccountPage() {
  const t = useTexts('account')
  const { data, error, isFetching, refetch } = useQuery(accountOptions)
  return (
    <>
      <PageHeader title={t('title')} />
      {data ? (
        <AccountPanels account={data} />
      ) : error && !isFetching ? (
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
        <AccountSkeleton />
      )}
    </>
  )
}

function AccountPanels({ account }: { account: Account }) {
  const [dialog, setDialog] = useState<{ kind: DialogKind; turn: number; opened: boolean }>()
  // A new turn is a new form: what was given up the last time is not there any more.
  const open = (kind: DialogKind) =>
    setDialog((last) => ({ kind, turn: (last?.turn ?? 0) + 1, opened: true }))

  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <ProfilePanel account={account} onEdit={() => open('profile')} />
        <SecurityPanel account={account} onChange={open} />
      </div>
      <div className={classes.column}>
        <TenantsPanel account={account} />
        <SessionsPanel account={account} onEndOthers={() => open('others')} />
      </div>
      {dialog && (
        <Suspense fallback={null}>
          <Dialogs
            key={dialog.turn}
            account={account}
            kind={dialog.kind}
            opened={dialog.opened}
            onClose={() => setDialog({ ...dialog, opened: false })}
          />
        </Suspense>
      )}
    </div>
  )
}
