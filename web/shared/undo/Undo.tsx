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
  /** Label of the Undo button. Set if the button undoes only part of the action. */
  label?: string | undefined
  /**
   * Undoes the action. The server rejects the call if another user has changed the object since then.
   * Resolves to the text to show.
   */
  undo: () => Promise<string>
  /** Invalidates the affected queries. Called even if the undo failed. */
  changed: () => Promise<unknown>
}

/**
 * Undo button in a toast, with a countdown. The countdown pauses while the toast is hovered or contains the
 * focus.
 */
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
    // The focus moves after the event handlers have run, so it is checked in a microtask.
    const look = () => queueMicrotask(hold)
    for (const event of events) line.addEventListener(event, look)
    return () => {
      for (const event of events) line.removeEventListener(event, look)
    }
  }, [])

  // If another user signs in, the toast closes, because that user cannot undo the action.
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
      // If several actions can be undone, Ctrl-Z undoes the latest one.
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
