import type { CSSProperties, ReactNode } from 'react'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '#icons'
import styles from './Notice.module.css'
import type { Tone } from './status.ts'

export const toneIcons = {
  ok: IconCircleCheck,
  warn: IconAlertCircle,
  err: IconAlertCircle,
  info: IconInfoCircle,
  neutral: IconInfoCircle,
} as const

interface NoticeProps {
  tone?: Tone
  title?: ReactNode
  /** `alert` if the notice appears in response to a user action, `timer` if the notice counts down. */
  role?: 'alert' | 'status' | 'timer'
  /** Content at the right end, such as a Close button. */
  action?: ReactNode
  children: ReactNode
}

/** Notice with a tinted background, inside a page or form. */
export function Notice({ tone = 'info', title, role, action, children }: NoticeProps) {
  const Icon = toneIcons[tone]
  return (
    <div
      className={styles.notice}
      role={role}
      style={{ '--text': `var(--${tone})`, '--tint': `var(--${tone}-tint)` } as CSSProperties}
    >
      <Icon className={styles.icon} size={16} stroke={1.6} aria-hidden />
      <div className={styles.body}>
        {title && <span className={styles.title}>{title}</span>}
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
