import { useQuery } from '@tanstack/react-query'
import { waitingOptions } from '../../features/certification/applications.ts'
import { number } from '../../lib/numbers.ts'
import { useTexts } from '../../lib/texts.ts'
import styles from './menu/MainMenu.module.css'
import { words } from './words.ts'

/** How many applications wait for review. Refetched every minute, and with each message. */
export function WaitingCount() {
  const t = useTexts(words)
  const { data } = useQuery({ ...waitingOptions, refetchInterval: 60_000 })
  if (!data?.count) return null
  return (
    <span className={styles.count} title={t('waiting', { count: data.count })}>
      {number(data.count)}
    </span>
  )
}
