import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useBrand } from '../brand.ts'
import { usePagePath } from '../lib/pageView.ts'
import { tabStored } from '../lib/storage.ts'
import { texts, useTexts } from '../lib/texts.ts'
import { pageNames } from '../lib/titles/pageNames.ts'
import { words as titles } from '../lib/titles/words.ts'
import { Toaster } from '../ui/feedback/Toaster.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Offline } from './offline/Offline.tsx'
import { ProgressBar } from './progress/ProgressBar.tsx'
import { words } from './words.ts'
import { Working } from './working/Working.tsx'

/** Root component of all pages, with or without a session. */
export function Root() {
  useTitle()
  useSignedOutNotice()
  return (
    <>
      <ProgressBar />
      <Outlet />
      <Toaster />
      <Offline />
      <Working />
    </>
  )
}

/** After sign-out has reloaded the page, shows whether the server ended the session. */
function useSignedOutNotice(): void {
  useEffect(() => {
    const outcome = tabStored.get('signed-out')
    if (!outcome) return
    tabStored.remove('signed-out')
    const t = texts(words)
    if (outcome === 'done') toast('ok', t('signedOut'))
    else toast('warn', t('signedOutLocally'))
  }, [])
}

/**
 * Sets the document title in the current language: the page's title, or the object's name on a detail page.
 */
function useTitle(): void {
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
