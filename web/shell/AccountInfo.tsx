import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayOpen } from '../../contract/menu.ts'
import { AccountPage } from '../features/account/AccountPage.tsx'
import { waitingOptions } from '../features/certification/applications.ts'
import { TenantsPanel } from '../features/tenants/TenantsPanel.tsx'
import { applicationsOf } from '../features/tenants/tenants.ts'
import { useSession } from '../lib/session/session.ts'
import { lazyPart } from '../network.ts'

const Attention = lazyPart(async () => (await import('../features/attention/Attention.tsx')).Attention)

// Of those who belong to no organization yet.
const FirstRun = lazyPart(async () => (await import('../features/tenants/first-run/FirstRun.tsx')).FirstRun)

/** The account's page with what waits and the organizations on it: features that do not know one another. */
export function AccountInfo() {
  const session = useSession()
  const reviewer = mayOpen(session, 'auditManagement')
  const reviews = useQuery({ ...waitingOptions, enabled: reviewer })
  // Decided once, and before anything is loaded for it: whether there can be anything at all.
  const [may, setMay] = useState<boolean>()
  if (may === undefined && (!reviewer || reviews.isFetched))
    setMay(
      reviews.isError ||
        Boolean(reviews.data?.count) ||
        session.auth.tenants.some(
          ({ status, expireAt, statistics }) =>
            status === 'REJECT' || expireAt !== null || statistics.deviceCount > 0,
        ),
    )
  const { auth } = session
  // Who runs the platform has other things to begin with.
  const newcomer =
    !auth.admin && auth.authInfo.authCodes.length === 0 && auth.tenants.length === applicationsOf(auth).length
  return (
    <AccountPage ready={may !== undefined} newcomer={newcomer}>
      {may && <Attention reviews={reviews} />}
      {newcomer ? <FirstRun /> : <TenantsPanel />}
    </AccountPage>
  )
}
