import '../theme/mantine-dialogs.ts'
import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { useCommonWords } from '../commonWords.ts'
import { usePhone } from '../layout/usePhone.ts'
import { useShown } from './useShown.ts'

// Esc that is held counts once: what the first of them has answered would otherwise be asked again by those that follow.
addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && event.repeat) event.stopImmediatePropagation()
  },
  true,
)

/** What had the focus before a dialog took it, or before the first of several that followed each other. */
let before: HTMLElement | undefined

/** The modal gives it back itself, but not to where it was before the one whose place it has taken. */
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

/** To the page, where what had it went with what was done. */
function giveBack(): void {
  const lost = document.activeElement === document.body && !document.querySelector('[aria-modal=true]')
  const place = before?.isConnected ? before : document.querySelector('main')
  if (lost) place?.focus({ preventScroll: true })
}

const giveBackSoon = () => void setTimeout(giveBack, 50)

/** On a phone it fills the window. */
export function Dialog({ opened, ...rest }: ModalProps) {
  const common = useCommonWords()
  const phone = usePhone()
  useFocusBack(opened)
  return (
    <Modal
      opened={useShown(opened)}
      // Until then it has the focus itself.
      onExitTransitionEnd={giveBackSoon}
      fullScreen={phone ?? false}
      // Mantine's is a <header>, which inside a dialog counts as the page's.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': common.close }}
      {...rest}
    />
  )
}
