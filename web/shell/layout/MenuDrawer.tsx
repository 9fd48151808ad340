import { Drawer } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { MenuEntry } from '../../../contract/menu.ts'
import { useTexts } from '../../lib/texts.ts'
import { Logo } from '../../ui/Logo.tsx'
import { LanguageSwitch } from '../LanguageSwitch.tsx'
import { ThemeSwitch } from '../ThemeSwitch.tsx'
import { MainMenu } from './MainMenu.tsx'
import styles from './MenuDrawer.module.css'

interface MenuDrawerProps {
  entries: readonly MenuEntry[]
  opened: boolean
  onClose: () => void
}

/** The menu on a phone. Closes by itself once another page stands. */
export function MenuDrawer({ entries, opened, onClose }: MenuDrawerProps) {
  const t = useTexts('shell')
  const { pathname } = useLocation()
  const close = useRef(onClose)
  close.current = onClose
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason to close
  useEffect(() => close.current(), [pathname])

  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      title={<Logo size={28} product={t('product')} />}
      closeButtonProps={{ 'aria-label': t('closeMenu') }}
      classNames={{ content: styles.drawer, header: styles.head, body: styles.body }}
    >
      <nav aria-label={t('mainMenu')} className={styles.menu}>
        <MainMenu entries={entries} />
      </nav>
      <div className={styles.foot}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </Drawer>
  )
}
