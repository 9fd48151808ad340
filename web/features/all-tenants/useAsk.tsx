import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { useDialog } from '../../ui/useDialog.ts'
import type { DialogKind } from './Dialogs.tsx'
import type { TenantRow } from './tenants.ts'

const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))

interface Asked {
  kind: DialogKind
  rows: readonly TenantRow[]
  /** What has to follow once it is done. */
  done: (() => void) | undefined
}

export type Ask = (kind: DialogKind, rows?: readonly TenantRow[], done?: () => void) => void

/** Opens a page's dialogs, one at a time; the second answer is drawn by the page. */
export function useAsk(): { ask: Ask; dialog: ReactNode } {
  const { dialog: asked, open, close } = useDialog<Asked>()
  const ask: Ask = useCallback((kind, rows = [], done) => open({ kind, rows, done }), [open])
  const dialog = asked && (
    <Suspense fallback={null}>
      <Dialogs
        key={asked.turn}
        kind={asked.kind}
        rows={asked.rows}
        done={asked.done}
        opened={asked.opened}
        onClose={close}
      />
    </Suspense>
  )
  return { ask, dialog }
}
