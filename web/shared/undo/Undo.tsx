import { useEffect, useRef, useState } from 'react'
import { useCurrentSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { closeToast, toast, toasts } from '../../ui/feedback/toast.ts'
import { takesText } from '../../ui/fields/takesText.ts'
import styles from './Undo.module.css'
import { words } from './words.ts'

/** ms in which what was done can be taken back. */
export const undoFor = 8_000

export interface Undoable {
  /** Where not all of what was done is taken back: what is. */
  label?: string | undefined
  /** Takes it back, by an ordinary call that is refused where somebody has changed it since; what is said then. */
  undo: () => Promise<string>
  /** Whatever shows it asks anew, refused or not. */
  changed: () => Promise<unknown>
}

/** Within a toast, which waits while it is pointed at or focused. */
export function Undo({ id, label, undo, changed }: Undoable & { id: string }) {
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
    const line = here.current!.parentElement!
    const hold = () => setHeld(line.matches(':hover, :focus-within'))
    const events = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const
    // Of a focus that leaves, the line knows once it has left.
    const look = () => queueMicrotask(hold)
    for (const event of events) line.addEventListener(event, look)
    return () => {
      for (const event of events) line.removeEventListener(event, look)
    }
  }, [])

  // Whoever signs in next has done nothing that they could take back.
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
      const asked = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey
      if (!asked || event.defaultPrevented || event.repeat || takesText(event.target)) return
      // Of several, what was done last.
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
