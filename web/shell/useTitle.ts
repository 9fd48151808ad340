import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '../lib/texts.ts'

/** The window's title follows page and language. */
export function useTitle(): void {
  const t = useTexts('shell')
  const title = useMatches({
    select: (matches) =>
      matches.some((match) => match.status === 'notFound' || match._notFound)
        ? 'page.notFound'
        : matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  useEffect(() => {
    document.title = [title && t(title as 'home'), `Reeve ${t('product')}`].filter(Boolean).join(' · ')
  }, [t, title])
}
