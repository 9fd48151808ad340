import { useCallback, useState } from 'react'

/**
 * The dialog that was asked for last; one at a time. `turn` is its key: a new turn is a new form, in which what was
 * given up the last time is not there any more.
 */
export function useDialog<Asked extends object>() {
  const [dialog, setDialog] = useState<Asked & { turn: number; opened: boolean }>()
  const open = useCallback(
    (asked: Asked) => setDialog((last) => ({ ...asked, turn: (last?.turn ?? 0) + 1, opened: true })),
    [],
  )
  const close = useCallback(() => setDialog((last) => last && { ...last, opened: false }), [])
  return { dialog, open, close }
}

/** Opens a dialog about rows of a list; `done` is what has to follow once it is done. */
export type AskAbout<Kind, Row> = (kind: Kind, rows?: readonly Row[], done?: () => void) => void

/** The dialogs of a list, of every kind. */
export function useRowDialog<Kind, Row>() {
  const { dialog, open, close } = useDialog<{
    kind: Kind
    rows: readonly Row[]
    done: (() => void) | undefined
  }>()
  const ask: AskAbout<Kind, Row> = useCallback((kind, rows = [], done) => open({ kind, rows, done }), [open])
  return { dialog, ask, close }
}
