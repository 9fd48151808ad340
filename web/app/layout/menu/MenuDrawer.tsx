import '../../../ui/theme/mantine-dialogs.ts'
import { ActionIcon, Drawer } from '@mantine/core'
import { IconSearch, IconSettings } from '#icons'
import type { MenuEntry } from '../../../../contract/menu.ts'
import type { Session } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useShown } from '../../../ui/dialogs/useShown.ts'
import { Initial } from '../../../ui/display/Initial.tsx'
import { Logo } from '../../../ui/display/Logo.tsx'
import { LanguageSwitch } from '../../LanguageSwitch.tsx'
import { openOverlay } from '../../overlays.ts'
import { ThemeSwitch } from '../../ThemeSwitch.tsx'
import { words as shellWords } from '../../words.ts'
import { words } from '../words.ts'
import { MainMenu } from './MainMenu.tsx'
import styles from './MenuDrawer.module.css'

interface MenuDrawerProps {
  session: Session
  entries: readonly MenuEntry[]
  opened: boolean
  onClose: () => void
}

/**
 * Drawer that contains the menu. It is used on phones, or if the user has chosen a drawer in the settings.
 * The drawer closes when the user opens a page.
 */
export function MenuDrawer({ session, entries, opened, onClose }: MenuDrawerProps) {
  const t = useTexts(shellWords)
  const frame = useTexts(words)
  const tenant = session.tenants.find((each) => each.id === session.tenantId)
  return (
    <Drawer
      opened={useShown(opened)}
      onClose={onClose}
      size={280}
      title={<Logo size={28} product={t('product')} />}
      closeButtonProps={{ 'aria-label': frame('closeMenu') }}
      classNames={{ content: styles.drawer, header: styles.head, body: styles.body }}
    >
      <nav aria-label={frame('mainMenu')} className={styles.menu}>
        <MainMenu entries={entries} onOpen={onClose} />
      </nav>
      <div className={styles.foot}>
        <Initial name={session.auth.name} size={32} />
        <div className={styles.who}>
          <div className={styles.name}>{session.auth.name}</div>
          <div className={styles.tenant}>{tenant?.personal ? frame('personal') : tenant?.name}</div>
        </div>
        <ActionIcon
          aria-label={frame('palette')}
          title={frame('palette')}
          onClick={() => {
            onClose()
            openOverlay('palette')
          }}
        >
          <IconSearch size={18} stroke={1.6} />
        </ActionIcon>
        <LanguageSwitch />
        <ThemeSwitch />
        <ActionIcon
          aria-label={t('openSettings')}
          title={t('openSettings')}
          onClick={() => {
            onClose()
            openOverlay('settings')
          }}
        >
          <IconSettings size={18} stroke={1.6} />
        </ActionIcon>
      </div>
    </Drawer>
  )
}
