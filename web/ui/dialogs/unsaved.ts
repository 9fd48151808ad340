import { useEffect } from 'react'
import { makeStore } from '../../store.ts'

/** Forms with unsaved changes. Code that would discard the changes must call `mayLeave` first. */
const forms = new Set<object>()
let answer: ((leave: boolean) => void) | undefined
const leaveAsked = makeStore(false)
export const useLeaveAsked = leaveAsked.use
const seen = makeStore(false)
/**
 * Whether there have ever been unsaved changes. Until then, the code of the confirmation dialog is not
 * loaded.
 */
export const useUnsavedSeen = seen.use

/**
 * Registers the calling form as unsaved while `dirty` is true. Pass false while the form is being submitted.
 */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const form = {}
    forms.add(form)
    seen.set(true)
    return () => void forms.delete(form)
  }, [dirty])
}

export const hasUnsaved = (): boolean => forms.size > 0

/** Forgets all unsaved changes. Called when the user discards them or signs out. */
export const dropUnsaved = (): void => forms.clear()

/** Asks whether to discard the changes. Resolves to true if the user agrees. */
export function askToLeave(): Promise<boolean> {
  answer?.(false)
  return new Promise((resolve) => {
    answer = resolve
    show()
  })
}

/**
 * Opens or closes the confirmation dialog only after the current key or click event. If Esc opened the dialog
 * immediately, the same event would also close it.
 */
function show() {
  setTimeout(() => leaveAsked.set(answer !== undefined))
}

/**
 * Resolves to whether the open forms can be left: true if there are no unsaved changes, otherwise the user's
 * answer.
 */
export async function mayLeave(): Promise<boolean> {
  if (!hasUnsaved()) return true
  const leave = await askToLeave()
  if (leave) dropUnsaved()
  return leave
}

/** Called with the user's answer by the dialog that asks the question. */
export function answerLeave(leave: boolean): void {
  answer?.(leave)
  answer = undefined
  show()
}
