import type { CSSProperties, ReactNode } from 'react'
import styles from './StatusText.module.css'
import type { Tone } from './status.ts'

interface StatusTextProps {
  tone: Tone
  /** A halo for what is online, a ring for what is not yet active. */
  shape?: 'dot' | 'halo' | 'ring'
  children: ReactNode
}

/** The state of a thing: a dot that helps, words that say it. */
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

/** An attribute (owner, this device), never a state. */
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
