import { CloseButton } from '@mantine/core'
import { useCommonWords } from '../commonWords.ts'
import { toneIcons } from './Notice.tsx'
import styles from './Toaster.module.css'
import { closeToast, toasts } from './toast.ts'

/**
 * Renders the toasts. The component is always mounted, because screen readers do not announce a live region
 * that is added together with its text.
 */
export function Toaster() {
  const common = useCommonWords()
  return (
    <div className={styles.toaster} role="status" aria-live="polite">
      {toasts.use().map(({ id, tone, text, corner, action }) => {
        const Icon = toneIcons[tone]
        return (
          <div
            key={id}
            className={styles.toast}
            data-corner={corner || undefined}
            data-pressable={tone === 'err' || action ? '' : undefined}
            role={tone === 'err' ? 'alert' : undefined}
          >
            <Icon className={styles.icon} size={16} stroke={1.6} color={`var(--${tone}-dot)`} aria-hidden />
            <span className={styles.text}>{text}</span>
            {action}
            {tone === 'err' && (
              <CloseButton size={20} iconSize={14} aria-label={common.close} onClick={() => closeToast(id)} />
            )}
          </div>
        )
      })}
    </div>
  )
}
