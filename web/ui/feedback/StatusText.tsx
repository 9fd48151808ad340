import type { CSSProperties, ReactNode } from 'react'
import styles from './StatusText.module.css'
import type { Tone } from './status.ts'

interface StatusTextProps {
  tone: Tone
  /** `halo` means online, `ring` means not yet active. */
  shape?: 'dot' | 'halo' | 'ring'
  children: ReactNode
}

/** Status with a colored dot. The text must be understandable without the color. */
export function StatusText({ tone, shape = 'dot', children }: StatusTextProps) {
  return (
    <span
      className={styles.status}
      data-tone={tone}
      data-shape={shape}
      style={{ '--dot': `var(--${tone}-dot)` } as CSSProperties}
    >
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  )
}

/** Tag for an attribute, such as "owner" or "this device". Use StatusText for a status. */
export function Tag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={styles.tag}
      style={{ '--text': `var(--${tone})`, '--tint': `var(--${tone}-tint)` } as CSSProperties}
    >
      {children}
    </span>
  )
}
