import { UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '#icons'
import { useTexts } from '../lib/texts.ts'
import styles from './Switches.module.css'
import { words } from './words.ts'

/** Switches between the light and the dark theme. The icon shows the theme that a click selects. */
export function ThemeSwitch() {
  const t = useTexts(words)
  const { colorScheme, toggleColorScheme } = useMantineColorScheme()
  const dark = colorScheme === 'dark'
  const label = dark ? t('toLight') : t('toDark')
  const Icon = dark ? IconSun : IconMoon
  return (
    <UnstyledButton className={styles.switch} aria-label={label} title={label} onClick={toggleColorScheme}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </UnstyledButton>
  )
}
