import { useEffect } from 'react'
import { makeStore } from '../../store.ts'

/** An application as shown to people. */
export interface Shown {
  name: string
  /** null: shows the first character of the name. */
  icon: string | null
}

/** The illustration next to a sign-in to an application, on every page of it. */
interface Drawing {
  application: Shown
  /** The account's organizations and the preselected one. Missing before sign-in. */
  organizations?: readonly { id: string; name: string }[] | undefined
  chosen?: string | null | undefined
  /** The slogan and the smaller text below it. */
  line: string
  text: string
}

const drawing = makeStore<Drawing | null>(null)
export const { use: useDrawing } = drawing

/** Sets the illustration of the open page. */
export function useDrawn(next: Drawing): void {
  useEffect(() => drawing.set(next))
  useEffect(() => () => drawing.set(null), [])
}
