import type { CSSProperties, ReactNode } from 'react'
import styles from './StatusText.module.css'
import type { Tone } from './status.ts'

interface StatusTextProps {
  tone: Tone
  /** A halo for online, a ring for not yet active. */
  shape?: 'dot' | 'halo' | 'ring'
  children: ReactNode
}

/** A status: a colored dot and the text that carries the meaning. */
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

/** A tag for an attribute (owner, this device). Use StatusText for a status. */
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
