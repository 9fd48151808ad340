import { useEffect } from 'react'

/**
 * Texts of the question that is asked before something other than form input is lost, in the viewer's
 * language.
 */
export interface LeaveWords {
  title: string
  text: string
  leave: string
  stay: string
}

const held = new Set<LeaveWords>()

/** While the component is mounted, replaces the texts of the question that useUnsaved triggers. */
export function useLeaveWords(words: LeaveWords | null): void {
  useEffect(() => {
    if (!words) return
    held.add(words)
    return () => void held.delete(words)
  }, [words])
}

export const leaveWords = (): LeaveWords | undefined => [...held][0]
