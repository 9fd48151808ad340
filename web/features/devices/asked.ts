import { useCallback } from 'react'
import { useDialog } from '../../ui/useDialog.ts'
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

export function useAsked() {
  const { dialog, open, close } = useDialog<Asked>()
  const ask: Ask = useCallback((kind, rows = [], more = {}) => open({ kind, rows, ...more }), [open])
  return { dialog, ask, close }
}
