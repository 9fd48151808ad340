import { Outlet } from '@tanstack/react-router'
import { Toaster } from '../ui/feedback/Toaster.tsx'
import { Offline } from './offline/Offline.tsx'
import { ProgressBar } from './progress/ProgressBar.tsx'
import { useSignedOutNotice } from './useSignedOutNotice.ts'
import { useTitle } from './useTitle.ts'
import { Working } from './working/Working.tsx'

/** Wraps every page, whether the viewer is signed in or not. */
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
