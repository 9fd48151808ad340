import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { pageNames } from './pageNames.ts'

/** Sets the name of a detail page in the window title, the breadcrumb and the tab. */
export function usePageName(name: string): void {
  const router = useRouter()
  const [path] = useState(() => router.state.location.pathname)
  useEffect(() => pageNames.set({ ...pageNames.get(), [path]: name }), [path, name])
}
