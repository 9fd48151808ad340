import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { TodoList } from '../../shared/todos/TodoList.tsx'
import { tenantDevices, useTodos } from '../../shared/todos/todos.ts'
import { words } from '../../shared/todos/words.ts'
import { devicesLink } from './panels/links.ts'
import styles from './Waiting.module.css'
import type { Workplace } from './workplace.ts'

interface Props {
  /** The organization whose to-dos are shown, or null for the platform. */
  tenantId: string | null
  data: Workplace
  /** Whether to render nothing if there are no to-dos. */
  quiet?: boolean
  /**
   * Whether the account does not belong to any organization. The to-do list then asks the user to join one.
   */
  newcomer?: boolean
}

/** Shows the viewer's to-dos in a compact list. */
export function Waiting({ tenantId, data, quiet = false, newcomer = false }: Props) {
  const t = useTexts(words)
  const session = useSession()
  const { reviews } = data
  const list = tenantId ? tenantDevices : devicesLink(session, null)
  const devices = [{ tenant: tenantId ? { id: tenantId } : null, figures: data.devices, list }]
  const todos = useTodos(session, { reviews, devices, newcomer })
  if (quiet && todos.length === 0) return null
  return (
    <section className={styles.strip} aria-label={t('title')}>
      {todos.length > 0 ? <TodoList todos={todos} brief /> : <p className={styles.none}>{t('none')}</p>}
    </section>
  )
}
