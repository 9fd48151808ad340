import { useCallback, useState } from 'react'
import type { DeviceRow, DeviceStatus } from './devices.ts'

export type DialogKind = 'save' | 'move' | 'status' | 'renew' | 'credential' | 'revoke' | 'delete'

interface More {
  /** What it is to become, where that is chosen already. */
  status?: DeviceStatus
  /** What the list has to forget once it is done. */
  done?: () => void
}

export interface Asked extends More {
  kind: DialogKind
  /** The devices that it is about; none: a new one. */
  rows: readonly DeviceRow[]
}

export type Ask = (kind: DialogKind, rows?: readonly DeviceRow[], more?: More) => void

/** The dialog that was asked for last. A new turn is a new form: what was given up is not there any more. */
export function useAsked() {
  const [dialog, setDialog] = useState<Asked & { turn: number; opened: boolean }>()
  const ask: Ask = useCallback(
    (kind, rows = [], more = {}) =>
      setDialog((last) => ({ kind, rows, ...more, turn: (last?.turn ?? 0) + 1, opened: true })),
    [],
  )
  const close = useCallback(() => setDialog((last) => last && { ...last, opened: false }), [])
  return { dialog, ask, close }
}
