import { useTexts } from '../../../lib/texts.ts'
import { Tag } from '../../../ui/feedback/StatusText.tsx'
import styles from './Config.module.css'
import type { Difference } from './differences.ts'
import { words } from './words.ts'

const kindOf = ({ before, after }: Difference) =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
const tones = { added: 'ok', removed: 'err', changed: 'info' } as const

/** Shows what saving would change. `changes` is null while the text is invalid. */
export function ConfigChanges({ changes }: { changes: readonly Difference[] | null }) {
  const t = useTexts(words)
  if (!changes?.length) return <p className={styles.nothing}>{t(changes ? 'noChanges' : 'afterFault')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus the scrollable area
    <ul className={styles.changes} tabIndex={0} aria-label={t('changes')}>
      {changes.map((change) => {
        const kind = kindOf(change)
        return (
          <li key={change.path} className={styles.change}>
            <span className={styles.path}>
              <span className="mono">{change.path}</span>
              <Tag tone={tones[kind]}>{t(kind)}</Tag>
            </span>
            {change.before !== undefined && <del className={styles.side}>{change.before}</del>}
            {change.after !== undefined && <ins className={styles.side}>{change.after}</ins>}
          </li>
        )
      })}
    </ul>
  )
}
