import { Outlet } from '@tanstack/react-router'
import { Toaster } from '../ui/feedback/Toaster.tsx'
import { Offline } from './offline/Offline.tsx'
import { ProgressBar } from './progress/ProgressBar.tsx'
import { useSignedOutNotice } from './useSignedOutNotice.ts'
import { useTitle } from './useTitle.ts'
import { Working } from './working/Working.tsx'

/** What is around every page, signed in or not. */
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
