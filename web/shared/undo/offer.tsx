import { toast } from '../../ui/feedback/toast.ts'
import { Undo, type UndoAction } from './Undo.tsx'

let offers = 0

/** Shows what was done, with an Undo button while the toast is visible. */
export function offerUndo(said: string, undoable: UndoAction): void {
  offers += 1
  const id = `undo ${offers}`
  toast('ok', said, id, { action: <Undo id={id} {...undoable} /> })
}
