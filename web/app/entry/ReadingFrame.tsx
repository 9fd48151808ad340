import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { queryClient } from '../query.ts'
import styles from './Frame.module.css'
import { Frame } from './Frame.tsx'

/** Frame of the terms and the privacy policy, with a wide text column. */
export function ReadingFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame>
        <div className={styles.sheet}>
          <Outlet />
        </div>
      </Frame>
    </QueryClientProvider>
  )
}
