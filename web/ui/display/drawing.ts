import { useEffect } from 'react'
import { makeStore } from '../../store.ts'

/** An application's name and icon. */
export interface Shown {
  name: string
  /** URL of the icon. If null, the first character of the name is shown instead. */
  icon: string | null
}

/** Content of the illustration that the pages show while the user signs in to an application. */
interface Drawing {
  application: Shown
  /**
   * The account's organizations, and the organization that is preselected. Missing until the user has signed
   * in.
   */
  organizations?: readonly { id: string; name: string }[] | undefined
  chosen?: string | null | undefined
  /** The slogan, and the smaller text that is shown below it. */
  line: string
  text: string
}

const drawing = makeStore<Drawing | null>(null)
export const { use: useDrawing } = drawing

/** Sets the content of the illustration while the calling page is mounted. */
export function useDrawn(next: Drawing): void {
  useEffect(() => drawing.set(next))
  useEffect(() => () => drawing.set(null), [])
}
