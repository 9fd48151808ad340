import { useEffect } from 'react'
import { makeStore } from '../../store.ts'

/** The forms with unsaved changes. Code that would discard the changes must call `mayLeave` first. */
const forms = new Set<object>()
let answer: ((leave: boolean) => void) | undefined
const leaveAsked = makeStore(false)
export const useLeaveAsked = leaveAsked.use
const seen = makeStore(false)
/** Whether there have ever been unsaved changes, so that the question must be loaded. */
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

/** Called if the user discards the changes or signs out. */
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
 * Opens or closes the question after the current key or click event. Otherwise the same Esc would answer the
 * question.
 */
function show() {
  setTimeout(() => leaveAsked.set(answer !== undefined))
}

/**
 * Whether the open forms can be left. Resolves to true at once if nothing is unsaved, otherwise to the user's
 * answer.
 */
export async function mayLeave(): Promise<boolean> {
  if (!hasUnsaved()) return true
  const leave = await askToLeave()
  if (leave) dropUnsaved()
  return leave
}

/** Called by the dialog that asks the question. */
export function answerLeave(leave: boolean): void {
  answer?.(leave)
  answer = undefined
  show()
}
