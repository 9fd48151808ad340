import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { isOwnChange } from '../../lib/pageView.ts'
import { whenForgotten } from '../../lib/storage.ts'
import { lazyPart } from '../../network.ts'
import { dropUnsaved, hasUnsaved, mayLeave, useUnsavedSeen } from '../../ui/dialogs/unsaved.ts'
import { renewPage } from '../tabs/versions.ts'

// Loaded only after the user has made an unsaved change.
const LeaveQuestion = lazyPart(async () => (await import('./LeaveQuestion.tsx')).LeaveQuestion)

// Unsaved changes are discarded when the session ends, so that neither the sign-out nor the next user
// triggers the question.
whenForgotten(dropUnsaved)

/**
 * Asks for confirmation before the user leaves a page with unsaved changes. If the window is closed, the
 * browser asks.
 */
export function LeaveGuard() {
  const { history } = useRouter()
  const seen = useUnsavedSeen()
  useEffect(
    () =>
      history.block({
        blockerFn: async ({ currentLocation: now, nextLocation: next }) => {
          const samePlace = now.pathname === next.pathname && now.search === next.search
          if (samePlace || isOwnChange(next.state) || !hasUnsaved()) return false
          if (!(await mayLeave())) return true
          // Tabs can preserve the state of a page. Without this call, the page would show the discarded
          // changes again.
          renewPage(now.pathname)
          return false
        },
        enableBeforeUnload: hasUnsaved,
      }),
    [history],
  )
  return seen ? (
    <Suspense>
      <LeaveQuestion />
    </Suspense>
  ) : null
}
