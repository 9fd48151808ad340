import { useEffect } from 'react'

/** Question before something other than form changes is lost, in the viewer's language. */
export interface LeaveWords {
  title: string
  text: string
  leave: string
  stay: string
}

const held = new Set<LeaveWords>()

/** Replaces the question of useUnsaved while the component is mounted. */
export function useLeaveWords(words: LeaveWords | null): void {
  useEffect(() => {
    if (!words) return
    held.add(words)
    return () => void held.delete(words)
  }, [words])
}

export const leaveWords = (): LeaveWords | undefined => [...held][0]
