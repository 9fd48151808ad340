import { useEffect } from 'react'

/**
 * Texts of the confirmation dialog in the viewer's language. They replace the default texts if the user would
 * lose something other than form input.
 */
export interface LeaveWords {
  title: string
  text: string
  leave: string
  stay: string
}

const held = new Set<LeaveWords>()

/**
 * While the component is mounted, replaces the default texts of the dialog that asks whether to discard
 * unsaved changes. Null keeps the default texts.
 */
export function useLeaveWords(words: LeaveWords | null): void {
  useEffect(() => {
    if (!words) return
    held.add(words)
    return () => void held.delete(words)
  }, [words])
}

export const leaveWords = (): LeaveWords | undefined => [...held][0]
