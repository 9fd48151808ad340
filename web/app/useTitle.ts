import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useBrand } from '../brand.ts'
import { usePagePath } from '../lib/pageView.ts'
import { useTexts } from '../lib/texts.ts'
import { pageNames } from '../lib/titles/pageNames.ts'
import { words as titles } from '../lib/titles/words.ts'
import { words } from './words.ts'

/** Sets the window title by page and language. A detail page shows the name of its object. */
export function useTitle(): void {
  const t = useTexts(words)
  const titleOf = useTexts(titles)
  const product = useBrand().name
  const title = useMatches({
    select: (matches) =>
      matches.some((match) => match.status === 'notFound' || match._notFound)
        ? 'page.notFound'
        : matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  const name = pageNames.use()[usePagePath()]
  useEffect(() => {
    document.title = [name ?? (title && titleOf(title as 'page.login')), `${product} ${t('product')}`]
      .filter(Boolean)
      .join(' · ')
  }, [t, titleOf, title, name, product])
}
