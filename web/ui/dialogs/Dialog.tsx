import '../theme/mantine-dialogs.ts'
import { Modal, type ModalProps } from '@mantine/core'
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

/** On a phone it fills the window. */
export function Dialog({ opened, ...rest }: ModalProps) {
  const common = useCommonWords()
  const phone = usePhone()
  return (
    <Modal
      opened={useShown(opened)}
      fullScreen={phone ?? false}
      // Mantine's is a <header>, which inside a dialog counts as the page's.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': common.close }}
      {...rest}
    />
  )
}
