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
