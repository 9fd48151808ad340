import { IconSearch } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import { openOverlay } from '../overlays.ts'
import styles from './SearchField.module.css'
import { words } from './words.ts'

/**
 * A button that looks like a search field and opens the command palette. With `short`, it shows only an icon.
 */
export function SearchField({ short }: { short: boolean }) {
  const t = useTexts(words)
  const label = t(short ? 'searchShort' : 'palette')
  return (
    <button
      type="button"
      className={styles.field}
      data-short={short || undefined}
      aria-label={`${label} Ctrl K`}
      title={t('palette')}
      aria-keyshortcuts="Control+K"
      aria-haspopup="dialog"
      onClick={() => openOverlay('palette')}
    >
      <IconSearch size={16} stroke={1.6} aria-hidden />
      <span className={styles.words}>{label}</span> <kbd className={styles.key}>Ctrl K</kbd>
    </button>
  )
}
