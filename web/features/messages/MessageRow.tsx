import { useNavigate } from '@tanstack/react-router'
import { landingPath } from '../../../contract/limits.ts'
import { currentSession, refreshSession, switchTenant } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { mayLeave } from '../../ui/dialogs/unsaved.ts'
import styles from './Messages.module.css'
import { type Message, useRead } from './messages.ts'
import { words } from './words.ts'

interface MessageRowProps {
  message: Message
  /** Called when a click on the message opens another page. */
  onLeave?: () => void
}

/** Shows a message. Clicking its title marks the message as read and opens its link, if it has one. */
export function MessageRow({ message, onLeave }: MessageRowProps) {
  const t = useTexts(words)
  const times = useTimes()
  const navigate = useNavigate()
  const read = useRead()
  const { id, title, content, link, createDateTime } = message
  const unread = message.status === 0

  function open() {
    if (unread) read.mutate([id])
    if (!link) return
    onLeave?.()
    const { pathname, searchParams } = new URL(link, window.location.origin)
    const organization = searchParams.get('organization')
    if (!organization) return void navigate({ href: link })
    void mayLeave().then(async (may) => {
      if (may) await navigate({ to: (await enter(organization)) ? pathname : landingPath })
    })
  }

  return (
    <li className={styles.row} data-unread={unread || undefined}>
      <span className={styles.rowDot} aria-hidden />
      <div className={styles.rowText}>
        <div className={styles.rowHead}>
          {link || unread ? (
            <button
              type="button"
              className={styles.rowTitle}
              onClick={open}
              disabled={read.isPending && !link}
            >
              {unread && <span className="unseen">{t('isUnread')} </span>}
              {title}
            </button>
          ) : (
            <span className={styles.rowTitle}>{title}</span>
          )}
          <time
            className={`tabular ${styles.time}`}
            dateTime={createDateTime}
            title={times.exact(createDateTime)}
          >
            {times.recent(createDateTime)}
          </time>
        </div>
        <p className={styles.rowContent}>{content}</p>
      </div>
      {unread && (
        <button
          type="button"
          className={`link ${styles.rowRead}`}
          aria-label={t('readOne', { title })}
          disabled={read.isPending}
          onClick={() => read.mutate([id])}
        >
          {t('read')}
        </button>
      )}
    </li>
  )
}

/**
 * Switches to the organization of a message. Returns false if the account does not belong to the
 * organization, or if that cannot be determined.
 */
async function enter(id: string): Promise<boolean> {
  const isOwn = () => currentSession()?.tenants.some((tenant) => tenant.id === id) ?? false
  if (!isOwn()) await refreshSession()
  if (!isOwn()) return false
  if (currentSession()?.tenantId !== id) switchTenant(id)
  return true
}
