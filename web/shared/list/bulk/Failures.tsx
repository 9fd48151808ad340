import { useTexts } from '../../../lib/texts.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import type { DialogState } from '../../../ui/dialogs/lazyDialogs.tsx'
import { words } from '../words.ts'
import type { Result } from './actions.ts'
import styles from './BulkBar.module.css'

/** Maximum number of failed rows to list. Users can find further failed rows by filtering the list. */
const named = 200

/** Lists the rows for which an action failed, with the reasons. */
export function Failures({ failed, ...state }: DialogState & { failed: readonly Result[] }) {
  const t = useTexts(words)
  return (
    <Dialog {...state} title={t('failures')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <ul className={styles.failures} tabIndex={0} aria-label={t('failures')}>
        {failed.slice(0, named).map((each) => (
          <li key={each.id}>
            <span className={styles.name} title={each.id}>
              {each.name}
            </span>
            <span className={styles.reason}>{each.failed}</span>
          </li>
        ))}
        {failed.length > named && (
          <li className={styles.second}>{t('andMore', { count: failed.length - named })}</li>
        )}
      </ul>
    </Dialog>
  )
}
