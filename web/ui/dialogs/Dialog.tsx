import '../theme/mantine-dialogs.ts'
import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { useCommonWords } from '../commonWords.ts'
import { usePhone } from '../layout/usePhone.ts'
import { useShown } from './useShown.ts'

// Ignores key repeats of Esc. If the first key press has opened a confirmation dialog, holding Esc would
// otherwise also close that dialog.
addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && event.repeat) event.stopImmediatePropagation()
  },
  true,
)

/**
 * The element that had the focus before the dialog opened. If one dialog replaces another, this is still the
 * element that had the focus before the first dialog opened.
 */
let before: HTMLElement | undefined

/**
 * Returns the focus to the page when the last of several consecutive dialogs has closed. Mantine does not
 * restore the focus if one dialog replaces another.
 */
function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement !== document.body) {
      if (!activeElement.closest('[aria-modal]')) before = activeElement
    }
    return giveBackSoon
  }, [opened])
}

/**
 * If no element has the focus, focuses the element that had the focus before the dialog opened, or the page
 * if that element no longer exists.
 */
function giveBack(): void {
  const lost = document.activeElement === document.body && !document.querySelector('[aria-modal=true]')
  const place = before?.isConnected ? before : document.querySelector('main')
  if (lost) place?.focus({ preventScroll: true })
}

const giveBackSoon = () => void setTimeout(giveBack, 50)

/** Modal dialog, which fills the window on phones. */
export function Dialog({ opened, ...rest }: ModalProps) {
  const common = useCommonWords()
  const phone = usePhone()
  useFocusBack(opened)
  return (
    <Modal
      opened={useShown(opened)}
      // The dialog keeps the focus until its closing transition ends.
      onExitTransitionEnd={giveBackSoon}
      fullScreen={phone ?? false}
      // Mantine renders a <header> element. Without this role, it would count as the banner landmark of the
      // page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': common.close }}
      {...rest}
    />
  )
}
