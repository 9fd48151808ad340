import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import type { DialogKind } from './Dialogs.tsx'
import type { TenantRow } from './tenants.ts'

const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))

interface Asked {
  kind: DialogKind
  rows: readonly TenantRow[]
  /** What has to follow once it is done. */
  done: (() => void) | undefined
  turn: number
  opened: boolean
}

export type Ask = (kind: DialogKind, rows?: readonly TenantRow[], done?: () => void) => void

/** One dialog at a time; a new turn is a new form: what was given up the last time is not there any more. */
export function useDialog(): { ask: Ask; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const ask: Ask = useCallback(
    (kind, rows = [], done) =>
      setAsked((last) => ({ kind, rows, done, turn: (last?.turn ?? 0) + 1, opened: true })),
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
