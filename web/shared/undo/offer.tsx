import { toast } from '../../ui/feedback/toast.ts'
import { Undo, type Undoable } from './Undo.tsx'

let offers = 0

/** Says what was done, and offers to take it back as long as it is said. */
export function offerUndo(said: string, undoable: Undoable): void {
  offers += 1
  const id = `undo ${offers}`
  toast('ok', said, id, { action: <Undo id={id} {...undoable} /> })
}
