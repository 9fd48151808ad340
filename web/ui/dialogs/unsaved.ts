import { useEffect } from 'react'
import { makeStore } from '../../store.ts'

/** The forms with changes that are not saved. Whoever is about to lose them asks first: `mayLeave`. */
const forms = new Set<object>()
let answer: ((leave: boolean) => void) | undefined
const asked = makeStore(false)
export const useLeaveAsked = asked.use
const seen = makeStore(false)
/** Something was to be saved: the question may be needed. */
export const useUnsavedSeen = seen.use

/** Of the form that calls it: something was changed that would be lost. Not while it is being sent. */
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

/** They are given up, or nobody is there any more whose they are. */
export const dropUnsaved = (): void => forms.clear()

/** Asks whether changes may be lost; true: they may. */
export function askToLeave(): Promise<boolean> {
  answer?.(false)
  return new Promise((resolve) => {
    answer = resolve
    show()
  })
}

/** Once the key or click that brought it about is over: Esc would otherwise answer the question that it has opened. */
function show() {
  setTimeout(() => asked.set(answer !== undefined))
}

/** Whether all that is open may be left: at once where nothing is unsaved, otherwise as it is answered. */
export async function mayLeave(): Promise<boolean> {
  if (!hasUnsaved()) return true
  const leave = await askToLeave()
  if (leave) dropUnsaved()
  return leave
}

/** For the one dialog that asks. */
export function answerLeave(leave: boolean): void {
  answer?.(leave)
  answer = undefined
  show()
}
