import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconBuilding, IconCalendarExclamation, IconCertificate, IconLockX, IconPlugConnectedX } from '#icons'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { unbroken } from '../../ui/display/unbroken.tsx'
import styles from './TodoList.module.css'
import type { Todo } from './todos.ts'
import { words } from './words.ts'

const icons = {
  review: IconCertificate,
  application: IconBuilding,
  expiry: IconCalendarExclamation,
  offline: IconPlugConnectedX,
  credential: IconLockX,
} as const

/** Maximum number of to-dos that are shown at first. The user can show the others. */
const shownAtMost = 3

interface Props {
  todos: readonly Todo[]
  /** Whether each to-do takes up only one line, as on the workplace. */
  brief?: boolean
}

/** List of to-dos, the most urgent first. The first to-do has a filled button. */
export function TodoList({ todos, brief = false }: Props) {
  const t = useTexts(words)
  const [all, setAll] = useState(false)
  const shown = all ? todos : todos.slice(0, shownAtMost)
  const first = todos.find(({ action }) => action)
  return (
    <div className={styles.strip} data-brief={brief || undefined}>
      <ul className={styles.cells} data-brief={brief || undefined}>
        {shown.map(({ key, text, brief: fewer, ...todo }) => (
          <Cell key={key} {...todo} text={brief ? (fewer ?? text) : text} filled={key === first?.key} />
        ))}
      </ul>
      {todos.length > shownAtMost && (
        <p className={styles.more}>
          <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('fewer') : t('more', { count: todos.length - shown.length })}
          </button>
        </p>
      )}
    </div>
  )
}

type Cell = Omit<Todo, 'key' | 'brief' | 'text'> & { text: string | undefined; filled: boolean }

function Cell({ kind, tone, title, text, action, filled }: Cell) {
  const { switchTenant, tenantId } = useSession()
  const Icon = icons[kind]
  return (
    <li className={styles.cell}>
      <span
        className={styles.tile}
        style={{ background: `var(--${tone}-tint)`, color: `var(--${tone})` }}
        aria-hidden
      >
        <Icon size={20} stroke={1.6} />
      </span>
      <div className={styles.words}>
        <div>{unbroken(title)}</div>
        {text && <div className={styles.text}>{unbroken(text)}</div>}
      </div>
      {action && (
        <Button
          className={styles.action}
          variant={filled ? 'filled' : 'default'}
          onClick={() => action.tenantId && action.tenantId !== tenantId && switchTenant(action.tenantId)}
          renderRoot={(props) => <Link {...action.link} {...props} />}
        >
          {action.label}
        </Button>
      )}
    </li>
  )
}
