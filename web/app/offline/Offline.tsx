import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { texts, useTexts } from '../../lib/texts.ts'
import { isOffline, useOffline } from '../../network.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { words } from '../words.ts'
import styles from './Offline.module.css'

/**
 * Shows that there is no network. Blocks navigation to pages whose code has not been loaded, so the current
 * page stays open.
 */
export function Offline() {
  const t = useTexts(words)
  const offline = useOffline()
  const router = useRouter()
  useEffect(
    () =>
      router.history.block({
        enableBeforeUnload: false,
        blockerFn: ({ nextLocation }) => {
          if (!isOffline()) return false
          const [, , route] = router.getMatchedRoutes(nextLocation.pathname)
          const unloaded = route?.options.component?.preload !== undefined
          if (unloaded) toast('err', texts(words)('offlinePage'))
          return unloaded
        },
      }),
    [router],
  )
  return (
    <div role="status" className={styles.line}>
      {offline && <p>{t('offline')}</p>}
    </div>
  )
}
