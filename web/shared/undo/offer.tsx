import { toast } from '../../ui/feedback/toast.ts'
import { Undo, type UndoAction } from './Undo.tsx'

let offers = 0

/** Shows a toast with the result of an action and an Undo button. */
export function offerUndo(said: string, undoable: UndoAction): void {
  offers += 1
  const id = `undo ${offers}`
  toast('ok', said, id, { action: <Undo id={id} {...undoable} /> })
}
