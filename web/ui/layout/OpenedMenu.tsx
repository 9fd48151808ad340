import { Menu, type MenuProps } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OpenedProps } from './Opener.tsx'

export interface MenuContentProps extends Pick<MenuProps, 'width' | 'position' | 'withinPortal'> {
  /** Renders the menu items. Called only while the menu is open. */
  children: (menu: typeof Menu) => ReactNode
}

export function OpenedMenu({ button, children, ...props }: MenuContentProps & OpenedProps) {
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  // The button must have the focus before the menu opens, so that the focus returns to the button when the
  // menu closes.
  useEffect(() => {
    target.current?.focus()
    setOpened(true)
  }, [])
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={200} {...props}>
      <Menu.Target>
        <button type="button" {...button} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>{children(Menu)}</Menu.Dropdown>
    </Menu>
  )
}
