import { useEffect, useRef, useState } from 'react'
import { required } from '../../../contract/required.ts'
import { useCurrentSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { closeToast, toast, toasts } from '../../ui/feedback/toast.ts'
import { takesText } from '../../ui/fields/takesText.ts'
import styles from './Undo.module.css'
import { words } from './words.ts'

/** How long an action can be undone, in ms. */
export const undoFor = 8_000

export interface UndoAction {
  /** Label of the button if only part of the action is undone. */
  label?: string | undefined
  /**
   * Undoes the action by an ordinary call, which is refused if somebody has changed the object since.
   * Resolves to the text to show.
   */
  undo: () => Promise<string>
  /** Invalidates the affected queries, whether the undo succeeded or not. */
  changed: () => Promise<unknown>
}

/** Undo button in a toast, whose countdown pauses on hover and focus. */
export function Undo({ id, label, undo, changed }: UndoAction & { id: string }) {
  const t = useTexts(words)
  const here = useRef<HTMLButtonElement>(null)
  const left = useRef(undoFor)
  const [held, setHeld] = useState(false)
  const [pending, setPending] = useState(false)
  const waits = held || pending

  useEffect(() => {
    if (waits) return
    const begun = performance.now()
    const timer = setTimeout(closeToast, left.current, id)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - begun
    }
  }, [waits, id])

  useEffect(() => {
    const line = required(required(here.current, 'here').parentElement, 'parentElement')
    const hold = () => setHeld(line.matches(':hover, :focus-within'))
    const events = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const
    // The focus has moved only after the event.
    const look = () => queueMicrotask(hold)
    for (const event of events) line.addEventListener(event, look)
    return () => {
      for (const event of events) line.removeEventListener(event, look)
    }
  }, [])

  // The next user who signs in must not be able to undo it.
  const account = useCurrentSession()?.auth.id
  const [doer] = useState(account)
  useEffect(() => {
    if (account !== doer) closeToast(id)
  }, [account, doer, id])

  async function run() {
    if (pending) return
    setPending(true)
    try {
      toast('ok', await undo(), id)
    } catch (error) {
      closeToast(id)
      toast('err', t('failed', { reason: error instanceof Error ? error.message : String(error) }))
    }
    await changed()
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event
      const isUndoKey = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey
      if (!isUndoKey || event.defaultPrevented || event.repeat || takesText(event.target)) return
      // Ctrl-Z undoes the latest of several actions.
      if (
        toasts
          .get()
          .filter(({ action }) => action)
          .at(-1)?.id !== id
      )
        return
      event.preventDefault()
      void run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })

  return (
    <>
      <button
        ref={here}
        type="button"
        className={`link ${styles.undo}`}
        aria-disabled={pending}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={() => void run()}
      >
        {label ?? t('undo')}
      </button>
      <kbd className={styles.key} aria-hidden>
        Ctrl Z
      </kbd>
      <span
        className={styles.left}
        data-waits={waits || undefined}
        style={{ animationDuration: `${undoFor}ms` }}
        aria-hidden
      />
    </>
  )
}
