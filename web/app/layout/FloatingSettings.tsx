import { IconSettings } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import { openOverlay } from '../overlays.ts'
import { words } from '../words.ts'
import styles from './FloatingSettings.module.css'

/** Button that opens the settings if the navbar is hidden. */
export function FloatingSettings() {
  const t = useTexts(words)
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={t('openSettings')}
      title={t('openSettings')}
      onClick={() => openOverlay('settings')}
    >
      <IconSettings size={20} stroke={1.6} aria-hidden />
    </button>
  )
}
