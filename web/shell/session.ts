import { whenRefused } from '../lib/graphql.ts'
import { currentSession, forgetSession, otherTabSession, requirePasswordChange } from '../lib/session.ts'
import { whenSessionOver } from '../lib/tokens.ts'
import { resolveTarget } from './guard.ts'
import type { router as consoleRouter } from './routes.tsx'

/** What the whole console does when the session changes under it. Called once. */
export function followSession(router: typeof consoleRouter): void {
  // The specification's way out of a dead session: the root, with the present path to come back to.
  whenSessionOver(() => {
    const redirect = router.state.location.href
    forgetSession()
    // On the sign-in page it only means that one has to sign in.
    if (resolveTarget(redirect))
      void router.navigate({ to: '/', search: { redirect } as never, replace: true })
  })

  whenRefused((error) => {
    if (error.code === 'PASSWORD_CHANGE_REQUIRED') requirePasswordChange()
  })

  window.addEventListener('storage', (event) => {
    const change = otherTabSession(event)
    // A reload leaves nothing of the account in this tab; the guard then asks for whoever is signed in now.
    if (change === 'over') window.location.reload()
    if (change === 'begun' && !currentSession()) void router.invalidate()
  })
}
