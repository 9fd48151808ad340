import { useEffect } from 'react'
import { makeStore } from '../../store.ts'

/** The forms with unsaved changes. Code that would discard them calls `mayLeave` first. */
const forms = new Set<object>()
let answer: ((leave: boolean) => void) | undefined
const leaveAsked = makeStore(false)
export const useLeaveAsked = leaveAsked.use
const seen = makeStore(false)
/** Whether there has been anything unsaved, so the question may be needed. */
export const useUnsavedSeen = seen.use

/** Registers the calling form as unsaved while `dirty` is true. Pass false while it is being sent. */
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

/** Called if the user discards the changes or has signed out. */
export const dropUnsaved = (): void => forms.clear()

/** Asks whether to discard the changes. Resolves to true if the user agrees. */
export function askToLeave(): Promise<boolean> {
  answer?.(false)
  return new Promise((resolve) => {
    answer = resolve
    show()
  })
}

/** Opens after the current key or click event, because the same Esc would otherwise answer the question. */
function show() {
  setTimeout(() => leaveAsked.set(answer !== undefined))
}

/** Whether all open forms can be left: true at once if nothing is unsaved, otherwise the user's answer. */
export async function mayLeave(): Promise<boolean> {
  if (!hasUnsaved()) return true
  const leave = await askToLeave()
  if (leave) dropUnsaved()
  return leave
}

/** Called by the dialog that asks. */
export function answerLeave(leave: boolean): void {
  answer?.(leave)
  answer = undefined
  show()
}
