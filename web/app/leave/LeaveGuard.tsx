import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { isOwnChange } from '../../lib/pageView.ts'
import { whenForgotten } from '../../lib/storage.ts'
import { lazyPart } from '../../network.ts'
import { dropUnsaved, hasUnsaved, mayLeave, useUnsavedSeen } from '../../ui/dialogs/unsaved.ts'
import { renewPage } from '../tabs/versions.ts'

// Loaded as soon as there are unsaved changes.
const LeaveQuestion = lazyPart(async () => (await import('./LeaveQuestion.tsx')).LeaveQuestion)

// Unsaved changes are dropped with the account, so neither the sign-out nor the next user sees the question.
whenForgotten(dropUnsaved)

/** Asks before the user leaves a page with unsaved changes. The browser asks before its window closes. */
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
          // If tabs keep the state of pages, this page would otherwise come back with the discarded changes.
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
