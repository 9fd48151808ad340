import { Link } from '@tanstack/react-router'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import styles from './Workplace.module.css'
import { words } from './words.ts'
import type { Workplace } from './workplace.ts'

/** Shows the latest messages to viewers who cannot read the audit log. */
export function Latest({ messages }: { messages: Workplace['messages']['data'] }) {
  const t = useTexts(words)
  const times = useTimes()
  return (
    <Panel
      title={t('latest')}
      actions={
        <Link to="/message/list" className="link">
          {t('allMessages')}
        </Link>
      }
      padded={false}
    >
      {messages.length === 0 && <p className={styles.none}>{t('noMessages')}</p>}
      <ul className={styles.rows}>
        {messages.map(({ id, title, content, link, createDateTime }) => (
          <li key={id} className={styles.message}>
            <div>
              {link ? (
                <Link to={link} className={`finger ${styles.title}`}>
                  {title}
                </Link>
              ) : (
                title
              )}
            </div>
            <div className={styles.text}>{content}</div>
            <time
              className={`tabular ${styles.time}`}
              dateTime={createDateTime}
              title={times.exact(createDateTime)}
            >
              {times.recent(createDateTime)}
            </time>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
