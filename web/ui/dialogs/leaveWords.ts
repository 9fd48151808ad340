import { useEffect } from 'react'

/** What is asked before something other than changes is lost, in the viewer's language. */
export interface LeaveWords {
  title: string
  text: string
  leave: string
  stay: string
}

const held = new Set<LeaveWords>()

/** Beside useUnsaved, for as long as that holds. */
export function useLeaveWords(words: LeaveWords | null): void {
  useEffect(() => {
    if (!words) return
    held.add(words)
    return () => void held.delete(words)
  }, [words])
}

export const leaveWords = (): LeaveWords | undefined => [...held][0]
