import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '../lib/texts.ts'

/** The key of the open page's title in the shell's words. */
export function usePageTitle(): string | undefined {
  return useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
}

/** The window's title follows page and language. */
export function useTitle(): void {
  const t = useTexts('shell')
  const title = usePageTitle()
  useEffect(() => {
    document.title = [title && t(title as 'home'), `Reeve ${t('product')}`].filter(Boolean).join(' · ')
  }, [t, title])
}
