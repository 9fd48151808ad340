import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { isOwnChange } from '../../lib/pageView.ts'
import { whenForgotten } from '../../lib/storage.ts'
import { lazyPart } from '../../network.ts'
import { dropUnsaved, hasUnsaved, mayLeave, useUnsavedSeen } from '../../ui/dialogs/unsaved.ts'
import { renewPage } from '../tabs/versions.ts'

// Loaded as soon as there is something to lose.
const LeaveQuestion = lazyPart(async () => (await import('./LeaveQuestion.tsx')).LeaveQuestion)

// With the account its changes are gone: nothing is asked of who comes next, nor on the way to the sign-in page.
whenForgotten(dropUnsaved)

/** Asks before a page with unsaved changes is left; the browser asks before its window closes. */
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
          // Where tabs keep their pages' state this one would come back with the discarded changes.
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
