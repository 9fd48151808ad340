import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { RetryLink } from '../../ui/feedback/LoadError.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useOwnDevices } from './ownDevices.ts'
import styles from './TodoList.module.css'
import { TodoList } from './TodoList.tsx'
import { type TodoSources, useTodos } from './todos.ts'
import { words } from './words.ts'

interface Props {
  reviews: { data: TodoSources['reviews']; isError: boolean; refetch: () => unknown }
}

/**
 * Panel with the viewer's to-dos. When the page opens, the panel decides whether it is shown. This does not
 * change later, so that the content below it does not move under the pointer.
 */
export function TodoPanel({ reviews }: Props) {
  const t = useTexts(words)
  const session = useSession()
  const own = useOwnDevices(session)
  const todos = useTodos(session, { reviews: reviews.data, devices: own.devices })
  const unasked = reviews.isError && !reviews.data
  const failed = unasked || own.failed
  const [hadContent] = useState(todos.length > 0 || failed)
  if (!hadContent) return null

  return (
    <Panel
      title={t('title')}
      count={todos.length}
      padded={false}
      actions={
        <Link to="/message/list" className="link">
          {t('allMessages')}
        </Link>
      }
    >
      <TodoList todos={todos} />
      {failed && (
        <p className={styles.more} role="alert">
          {t('failed')}{' '}
          <RetryLink onRetry={() => Promise.all([unasked && reviews.refetch(), own.failed && own.retry()])} />
        </p>
      )}
      {todos.length === 0 && !failed && <p className={styles.more}>{t('none')}</p>}
    </Panel>
  )
}
