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
  /** Text of a completed step. */
  done?: string
  about?: string
  /** Controls of the open step, below its text. */
  body?: ReactNode
  /** Button of a later step, on the right. */
  action?: ReactNode
}

interface Props {
  step: Step
  isOpen: boolean
  shown: Shown
}

/** A step: completed with text and time, open with its controls, or later with a line and a button. */
export function StepRow({ step: { done, doneDateTime }, isOpen, shown }: Props) {
  const t = useTexts(words)
  const times = useTimes()
  const head = useRef<HTMLHeadingElement>(null)
  const row = useRef<HTMLLIElement>(null)
  const [undone] = useState(!done)
  const hadFocus = useRef(false)
  // When the open step is folded, or its focused control disappears, its heading gets the focus instead of the page.
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

/** Opens and closes in 200 ms, and unmounts its content after closing. */
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
