import { useQuery } from '@tanstack/react-query'
import { number } from '../../lib/numbers.ts'
import { useTexts } from '../../lib/texts.ts'
import { pendingCertificationsOptions } from '../../shared/todos/pendingCertifications.ts'
import styles from './menu/MainMenu.module.css'
import { words } from './words.ts'

/**
 * Shows the number of organization requests that wait for review. The number is refetched every minute, and
 * when a message arrives.
 */
export function WaitingCount() {
  const t = useTexts(words)
  const { data } = useQuery({ ...pendingCertificationsOptions, refetchInterval: 60_000 })
  if (!data?.count) return null
  return (
    <span className={styles.count} title={t('waiting', { count: data.count })}>
      {number(data.count)}
    </span>
  )
}
