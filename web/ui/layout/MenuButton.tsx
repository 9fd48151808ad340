import type { ComponentProps } from 'react'
import type { MenuContentProps } from './OpenedMenu.tsx'
import { Opener } from './Opener.tsx'

type MenuButtonProps = MenuContentProps & { button: ComponentProps<'button'> }

/** Button that opens a menu. The code of the menu is loaded when it is first used. */
export const MenuButton = ({ button, ...given }: MenuButtonProps) => (
  <Opener button={{ 'aria-haspopup': 'menu', ...button }} load={load} given={given} />
)

const load = async () => (await import('./OpenedMenu.tsx')).OpenedMenu
