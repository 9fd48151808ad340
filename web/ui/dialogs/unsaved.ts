import { useEffect, useSyncExternalStore } from 'react'

/** The forms with changes that are not saved. Whoever is about to lose them asks first: `mayLeave`. */
const forms = new Set<object>()
let answer: ((leave: boolean) => void) | undefined
let asked = false
let used = false
const listeners = new Set<() => void>()

function tell() {
  for (const listener of listeners) listener()
}

const useStore = <Value>(read: () => Value): Value =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)

/** Of the form that calls it: something was changed that would be lost. Not while it is being sent. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const form = {}
    forms.add(form)
    used = true
    tell()
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
  setTimeout(() => {
    asked = answer !== undefined
    tell()
  })
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

export const useLeaveAsked = (): boolean => useStore(() => asked)
/** Something was to be saved: the question may be needed. */
export const useUnsavedSeen = (): boolean => useStore(() => used)
