import '../../ui/theme/mantine-dialogs.ts'
import { Modal } from '@mantine/core'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useShown } from '../../ui/dialogs/useShown.ts'
import { words as frameWords } from '../layout/words.ts'
import { useDevice } from '../settings/settings.ts'
import styles from './Palette.module.css'
import { Search } from './Search.tsx'
import { useActionDialogs } from './useActions.tsx'

interface PaletteProps {
  session: Session
  opened: boolean
  onClose: () => void
}

/**
 * Command palette. Finds devices, organizations, people and pages by a part of their name or by pinyin, and
 * runs actions. It can be used entirely by keyboard.
 */
export function Palette({ session, opened, onClose }: PaletteProps) {
  const t = useTexts(frameWords)
  const device = useDevice()
  const { open, drawn } = useActionDialogs()
  return (
    <>
      <Modal
        opened={useShown(opened)}
        onClose={onClose}
        size={640}
        centered={false}
        yOffset={device === 'mobile' ? 12 : 104}
        withCloseButton={false}
        padding={0}
        attributes={{ content: { 'aria-label': t('palette') } }}
        classNames={{ content: styles.content }}
      >
        <Search session={session} openDialog={open} onClose={onClose} />
      </Modal>
      {drawn}
    </>
  )
}
