import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import type { AccountRow } from './accounts.ts'
import type { DialogKind } from './Dialogs.tsx'

const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))

interface Asked {
  kind: DialogKind
  rows: readonly AccountRow[]
  /** What the list has to forget once it is done. */
  done?: () => void
}

export type Ask = (kind: DialogKind, rows?: readonly AccountRow[], done?: () => void) => void

/** Opens a page's dialogs, one at a time; the second answer is drawn by the page. */
export function useAsk(): { ask: Ask; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked & { turn: number; opened: boolean }>()
  // A new turn is a new form: what was given up the last time is not there any more.
  const ask: Ask = useCallback(
    (kind, rows = [], done) =>
      setAsked((last) => ({ kind, rows, ...(done && { done }), turn: (last?.turn ?? 0) + 1, opened: true })),
    [],
  )
  const dialog = asked && (
    <Suspense fallback={null}>
      <Dialogs
        key={asked.turn}
        kind={asked.kind}
        rows={asked.rows}
        done={asked.done}
        opened={asked.opened}
        onClose={() => setAsked({ ...asked, opened: false })}
      />
    </Suspense>
  )
  return { ask, dialog }
}
