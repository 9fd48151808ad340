import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useCurrentSession } from '../../lib/session/session.ts'
import { lazyPart } from '../../network.ts'

const AgreeToTerms = lazyPart(
  async () => (await import('../../features/sign-in/AgreeToTerms.tsx')).AgreeToTerms,
)

/**
 * Wraps the pages of a sign-in to an application. A signed-in user must accept the current terms before the
 * page opens, as in the console.
 */
export function AgreedFirst() {
  const session = useCurrentSession()
  // A required password change comes before the acceptance of the terms.
  const terms = session?.passwordChangeRequired ? null : session?.auth.termsToAgree
  if (!terms) return <Outlet />
  return (
    <Suspense>
      <AgreeToTerms terms={terms} onCard />
    </Suspense>
  )
}
