import { lazy, type ReactNode, Suspense } from 'react'
import { type AskAbout, useRowDialog } from '../../ui/useDialog.ts'
import type { AccountRow } from './accounts.ts'
import type { DialogKind } from './Dialogs.tsx'

const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))

export type Ask = AskAbout<DialogKind, AccountRow>

/** Opens a page's dialogs, one at a time; the second answer is drawn by the page. */
export function useAsk(): { ask: Ask; dialog: ReactNode } {
  const { dialog: asked, ask, close } = useRowDialog<DialogKind, AccountRow>()
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
