import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '../lib/texts.ts'
import { words as titles } from '../lib/titles/words.ts'
import { words } from './words.ts'

/** The window's title follows page and language. */
export function useTitle(): void {
  const t = useTexts(words)
  const titleOf = useTexts(titles)
  const title = useMatches({
    select: (matches) =>
      matches.some((match) => match.status === 'notFound' || match._notFound)
        ? 'page.notFound'
        : matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  useEffect(() => {
    document.title = [title && titleOf(title as 'page.login'), `Reeve ${t('product')}`]
      .filter(Boolean)
      .join(' · ')
  }, [t, titleOf, title])
}
