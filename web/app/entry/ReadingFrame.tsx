import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { queryClient } from '../query.ts'
import styles from './Frame.module.css'
import { Frame } from './Frame.tsx'

/** Around the agreement and the privacy policy: the same frame, with room to read. */
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
