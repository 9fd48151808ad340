import { Outlet } from '@tanstack/react-router'
import { useTexts } from '../lib/texts.ts'
import { Toaster } from '../ui/feedback/Toaster.tsx'
import { ProgressBar } from './progress/ProgressBar.tsx'
import { useSignedOutNotice } from './useSignedOutNotice.ts'
import { useTitle } from './useTitle.ts'
import { words } from './words.ts'

/** What is around every page, signed in or not. */
export function Root() {
  const t = useTexts(words)
  useTitle()
  useSignedOutNotice()
  return (
    <>
      <ProgressBar />
      <Outlet />
      <Toaster closeLabel={t('close')} />
    </>
  )
}
