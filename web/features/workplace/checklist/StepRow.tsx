import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { IconCheck } from '#icons'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import styles from './Checklist.module.css'
import type { Step } from './checklist.ts'
import { words } from './words.ts'

/** Texts and controls of a step. */
export interface Shown {
  title: string
  /** Title of the step when it is complete. Defaults to `title`. */
  done?: string
  about?: string
  /** Controls below the text, shown while the step is open. */
  body?: ReactNode
  /** Button on the right, shown while the step is neither open nor complete. */
  action?: ReactNode
}

interface Props {
  step: Step
  isOpen: boolean
  shown: Shown
}

/**
 * Shows a setup step. A complete step has a title and a time, the open step shows its controls, and any other
 * step has a title and a button.
 */
export function StepRow({ step: { done, doneDateTime }, isOpen, shown }: Props) {
  const t = useTexts(words)
  const times = useTimes()
  const head = useRef<HTMLHeadingElement>(null)
  const row = useRef<HTMLLIElement>(null)
  const [undone] = useState(!done)
  const hadFocus = useRef(false)
  // Focus the step's heading when the step collapses or its focused control disappears. Otherwise, the focus
  // would be lost.
  useLayoutEffect(() => {
    const { activeElement } = document
    const folded = row.current?.querySelector('[inert]')?.contains(activeElement)
    const lost = hadFocus.current && activeElement === document.body
    if (!isOpen && (folded || lost)) head.current?.focus({ preventScroll: true })
  }, [isOpen])
  const { title, about, body, action } = shown
  return (
    <li
      ref={row}
      className={styles.step}
      data-state={done ? 'done' : isOpen ? 'open' : 'later'}
      onFocus={() => {
        hadFocus.current = true
      }}
      onBlur={({ relatedTarget }) => {
        hadFocus.current = !relatedTarget || Boolean(row.current?.contains(relatedTarget))
      }}
    >
      <span className={styles.mark} aria-hidden>
        {done && <IconCheck size={14} stroke={2.6} />}
      </span>
      <div className={styles.main}>
        <div className={styles.line}>
          <div className={styles.words}>
            <h3 ref={head} tabIndex={-1} className={styles.name}>
              {done ? (shown.done ?? title) : title}
            </h3>
            {!done && about && <p className={styles.about}>{about}</p>}
          </div>
          {done && doneDateTime && (
            <time
              className={`tabular ${styles.time}`}
              dateTime={doneDateTime}
              title={times.exact(doneDateTime)}
            >
              {times.recent(doneDateTime)}
            </time>
          )}
          {!done && !isOpen && action}
        </div>
        {body && <Fold open={isOpen}>{body}</Fold>}
        {undone && (
          <span role="status" className="unseen">
            {done && t('ticked', { step: title })}
          </span>
        )}
      </div>
    </li>
  )
}

/** Expands and collapses its content with an animation, and unmounts the content after collapsing. */
function Fold({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return (
    <div
      className={styles.fold}
      data-open={open || undefined}
      inert={!open}
      onTransitionEnd={({ target, currentTarget }) => {
        if (!open && target === currentTarget) setWasOpen(false)
      }}
    >
      <div className={styles.folded}>{wasOpen && children}</div>
    </div>
  )
}
