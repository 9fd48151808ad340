import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { IconBell } from '#icons'
import { follow } from '../../lib/follow.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { renewal } from '../../lib/time/renewal.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Opener } from '../../ui/layout/Opener.tsx'
import styles from './Messages.module.css'
import { messagesKey, received, unreadOf, unreadOptions } from './messages.ts'
import { words } from './words.ts'

/** Minimum time in milliseconds between two refetches of the page's data, however many messages arrive. */
const betweenRenewals = 1_000

// The message center is loaded when it is first opened.
const load = async () => (await import('./MessageCentre.tsx')).MessageCentre

/**
 * Shows the bell in the navbar with the unread count, and opens the latest messages. Calls `onReceived`,
 * which must be referentially stable, for each new message.
 */
export function MessageBell({ onReceived }: { onReceived: (message: { own: boolean }) => void }) {
  const t = useTexts(words)
  const unread = unreadOf(useQuery(unreadOptions).data, null)
  useLive(onReceived)
  const label = unread ? t('bellUnread', { count: unread }) : t('bell')

  return (
    <Opener
      button={{
        className: styles.bell,
        'aria-haspopup': 'dialog',
        'aria-label': label,
        title: label,
        children: (
          <>
            <IconBell size={18} stroke={1.6} aria-hidden />
            {unread > 0 && <span className={styles.unreadDot} aria-hidden />}
          </>
        ),
      }}
      load={load}
      given={{}}
    />
  )
}

/**
 * Shows a toast for each new message, unless the message is about an action of this session. Refetches all
 * data of the page, because a message can concern anything on it.
 */
function useLive(onReceived: (message: { own: boolean }) => void): void {
  const t = useTexts(words)
  const locale = useLocale()
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: reconnect only if the locale changes
  useEffect(() => {
    const page = renewal(() => void client.invalidateQueries(), betweenRenewals)
    const stop = follow(
      received,
      {},
      {
        onOpen: () => void client.invalidateQueries({ queryKey: messagesKey }),
        onResult({ messageReceived: { title, own } }) {
          page.due()
          onReceived({ own })
          if (!own) toast('info', t('received', { title }), 'message')
        },
      },
    )
    return () => {
      stop()
      page.stop()
    }
  }, [client, locale])
}
