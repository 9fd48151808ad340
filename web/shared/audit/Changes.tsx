import { IconArrowRight } from '#icons'
import type { Change } from '../../../contract/audit/event-texts.ts'
import { useTexts } from '../../lib/texts.ts'
import styles from './AuditPanel.module.css'
import { words } from './words.ts'

/** Shows each changed field in the form before → after. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const t = useTexts(words)
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, label, before, after }) => (
        <div key={field} className={styles.change}>
          <dt>{label}</dt>
          <dd>
            {before !== null && (
              <>
                <del>{before}</del>
                <IconArrowRight size={14} stroke={1.6} aria-hidden className={styles.arrow} />
              </>
            )}
            {after === null ? <span className={styles.nothing}>{t('nothing')}</span> : <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
