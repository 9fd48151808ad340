import { useCommonWords } from '../commonWords.ts'
import { MenuButton } from './MenuButton.tsx'
import type { MenuContentProps } from './OpenedMenu.tsx'
import styles from './RowMenu.module.css'

interface RowMenuProps extends Pick<MenuContentProps, 'children'> {
  /** Name of the row. The button's label contains it. */
  name: string
}

/** The ⋯ menu of a row. */
export function RowMenu({ name, children }: RowMenuProps) {
  const label = useCommonWords().moreOf(name)
  return <MenuButton button={{ className: styles.dots, 'aria-label': label }}>{children}</MenuButton>
}
