import { useEffect } from 'react'
import { makeStore } from '../../store.ts'

/** An application as people know it. */
export interface Shown {
  name: string
  /** null: its first character stands for it. */
  icon: string | null
}

/** What is drawn beside a sign-in to an application, whatever page of it is open. */
interface Drawing {
  application: Shown
  /** The account's own organizations, and the one that is or would be chosen; none before somebody has signed in. */
  organizations?: readonly { id: string; name: string }[] | undefined
  chosen?: string | null | undefined
  /** The sentence beside it, and the smaller one below. */
  line: string
  text: string
}

const drawing = makeStore<Drawing | null>(null)
export const { use: useDrawing } = drawing

/** Of the page that is open. */
export function useDrawn(next: Drawing): void {
  useEffect(() => drawing.set(next))
  useEffect(() => () => drawing.set(null), [])
}
