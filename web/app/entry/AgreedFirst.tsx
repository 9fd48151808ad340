import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useCurrentSession } from '../../lib/session/session.ts'
import { lazyPart } from '../../network.ts'

const AgreeToTerms = lazyPart(
  async () => (await import('../../features/sign-in/AgreeToTerms.tsx')).AgreeToTerms,
)

/** Around the pages by which one goes on to a program: who is signed in agrees to the present terms first, as in the console. */
export function AgreedFirst() {
  const session = useCurrentSession()
  // A password that was reset comes before them.
  const terms = session?.passwordChangeRequired ? null : session?.auth.termsToAgree
  if (!terms) return <Outlet />
  return (
    <Suspense>
      <AgreeToTerms terms={terms} onCard />
    </Suspense>
  )
}
