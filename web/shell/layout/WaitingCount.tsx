import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { waitingOptions } from '../../features/certification/applications.ts'
import { unreadOptions } from '../../features/messages/messages.ts'
import { number } from '../../lib/numbers.ts'
import { useTexts } from '../../lib/texts.ts'
import styles from './menu/MainMenu.module.css'
import { words } from './words.ts'

/** How many applications wait for review; fetched again when a message announces one, and each minute. */
export function WaitingCount() {
  const t = useTexts(words)
  const client = useQueryClient()
  const { data } = useQuery({ ...waitingOptions, refetchInterval: 60_000 })
  const told = useQuery(unreadOptions).data?.get('TODO')
  const before = useRef(told)
  useEffect(() => {
    if (before.current !== undefined && before.current !== told)
      void client.invalidateQueries({ queryKey: waitingOptions.queryKey })
    before.current = told
  }, [client, told])
  if (!data?.count) return null
  return (
    <span className={styles.count} title={t('waiting', { count: data.count })}>
      {number(data.count)}
    </span>
  )
}
