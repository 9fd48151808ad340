import { useEffect } from 'react'

/** Texts of the question to ask before something other than form input is lost, in the viewer's language. */
export interface LeaveWords {
  title: string
  text: string
  leave: string
  stay: string
}

const held = new Set<LeaveWords>()

/** Replaces the texts of useUnsaved's question while the component is mounted. */
export function useLeaveWords(words: LeaveWords | null): void {
  useEffect(() => {
    if (!words) return
    held.add(words)
    return () => void held.delete(words)
  }, [words])
}

export const leaveWords = (): LeaveWords | undefined => [...held][0]
