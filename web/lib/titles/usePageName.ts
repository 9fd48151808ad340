import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { pageNames } from './pageNames.ts'

/** Of a page that shows one thing: window, breadcrumb and tab bear its name from now on. */
export function usePageName(name: string): void {
  const router = useRouter()
  const [path] = useState(() => router.state.location.pathname)
  useEffect(() => pageNames.set({ ...pageNames.get(), [path]: name }), [path, name])
}
