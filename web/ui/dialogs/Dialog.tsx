import '../theme/mantine-dialogs.ts'
import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { useCommonWords } from '../commonWords.ts'
import { usePhone } from '../layout/usePhone.ts'
import { useShown } from './useShown.ts'

// A held Esc counts once. Otherwise the repeated keys would answer the question that the first one opened.
addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && event.repeat) event.stopImmediatePropagation()
  },
  true,
)

/** The element that had the focus before a dialog, or before the first of several consecutive dialogs. */
let before: HTMLElement | undefined

/** The modal restores the focus itself, but not to the element from before a dialog that it replaced. */
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

/** Focuses the page if the element that had the focus no longer exists. */
function giveBack(): void {
  const lost = document.activeElement === document.body && !document.querySelector('[aria-modal=true]')
  const place = before?.isConnected ? before : document.querySelector('main')
  if (lost) place?.focus({ preventScroll: true })
}

const giveBackSoon = () => void setTimeout(giveBack, 50)

/** Fills the window on phones. */
export function Dialog({ opened, ...rest }: ModalProps) {
  const common = useCommonWords()
  const phone = usePhone()
  useFocusBack(opened)
  return (
    <Modal
      opened={useShown(opened)}
      // The dialog has the focus until the transition ends.
      onExitTransitionEnd={giveBackSoon}
      fullScreen={phone ?? false}
      // Mantine renders a <header>, which inside a dialog would count as the page header.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': common.close }}
      {...rest}
    />
  )
}
