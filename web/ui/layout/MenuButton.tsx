import type { ComponentProps } from 'react'
import type { MenuContentProps } from './OpenedMenu.tsx'
import { Opener } from './Opener.tsx'

type MenuButtonProps = MenuContentProps & { button: ComponentProps<'button'> }

/** Button that opens a menu. The menu component is loaded on first use. */
export const MenuButton = ({ button, ...given }: MenuButtonProps) => (
  <Opener button={{ 'aria-haspopup': 'menu', ...button }} load={load} given={given} />
)

const load = async () => (await import('./OpenedMenu.tsx')).OpenedMenu
