import { Loader } from '@mantine/core'
import { working } from '../../lib/proof-of-work/proofOfWork.ts'
import { useTexts } from '../../lib/texts.ts'
import { words } from '../words.ts'
import classes from './Working.module.css'

/**
 * Shows that a call waits for its proof of work. The component is always mounted, so that screen readers
 * announce the text when it appears.
 */
export function Working() {
  const t = useTexts(words)
  const shown = working.use((count) => count > 0)
  return (
    <div className={classes.place} role="status">
      {shown && (
        <div className={classes.line}>
          <Loader size={14} aria-hidden />
          {t('working')}
        </div>
      )}
    </div>
  )
}
