import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { mayOpen } from '../../contract/menu.ts'
import { AccountPage } from '../features/account/AccountPage.tsx'
import { waitingOptions } from '../features/certification/applications.ts'
import { TenantsPanel } from '../features/tenants/TenantsPanel.tsx'
import { useSession } from '../lib/session/session.ts'

const Attention = lazy(async () => ({
  default: (await import('../features/attention/Attention.tsx')).Attention,
}))

/** The account's page with what waits and the organizations on it: features that do not know one another. */
export function AccountInfo() {
  const session = useSession()
  const { data } = useQuery({ ...waitingOptions, enabled: mayOpen(session, 'auditManagement') })
  // Before anything is loaded for it: whether there can be anything at all.
  const may = session.auth.tenants.some(
    ({ expireAt, statistics }) => expireAt !== null || statistics.deviceCount > 0,
  )
  return (
    <AccountPage>
      {(may || Boolean(data?.count)) && (
        <Suspense>
          <Attention />
        </Suspense>
      )}
      <TenantsPanel />
    </AccountPage>
  )
}
