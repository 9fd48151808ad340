import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { isOwnChange } from '../../lib/pageView.ts'
import { whenForgotten } from '../../lib/storage.ts'
import { lazyPart } from '../../network.ts'
import { dropUnsaved, hasUnsaved, mayLeave, useUnsavedSeen } from '../../ui/dialogs/unsaved.ts'
import { renewPage } from '../tabs/versions.ts'

// Loaded only after the user has made an unsaved change.
const LeaveQuestion = lazyPart(async () => (await import('./LeaveQuestion.tsx')).LeaveQuestion)

// When the session ends, unsaved changes are dropped, so that neither the redirect to the sign-in page nor
// the next user triggers the question.
whenForgotten(dropUnsaved)

/**
 * Asks for confirmation before the user leaves a page with unsaved changes. If the user closes or reloads the
 * window, the browser asks instead.
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
          // A page in a tab keeps its state. Without this call, it would still contain the discarded changes
          // when the user returns.
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
