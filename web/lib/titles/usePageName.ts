import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { pageNames } from './pageNames.ts'

/** Sets the name that the document title, the breadcrumb and the page tab show for a detail page. */
export function usePageName(name: string): void {
  const router = useRouter()
  const [path] = useState(() => router.state.location.pathname)
  useEffect(() => pageNames.set({ ...pageNames.get(), [path]: name }), [path, name])
}
