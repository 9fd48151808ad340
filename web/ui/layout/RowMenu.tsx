import { Menu } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCommonWords } from '../commonWords.ts'
import styles from './RowMenu.module.css'

interface RowMenuProps {
  /** Of the row. */
  name: string
  /** Menu items; asked for once the menu is open. */
  children: () => ReactNode
}

/** The ⋯ of a row. The menu itself is there from the first time it is opened. */
export function RowMenu({ name, children }: RowMenuProps) {
  const label = useCommonWords().moreOf(name)
  const [mounted, setMounted] = useState(false)
  if (mounted) return <OpenedMenu label={label}>{children}</OpenedMenu>
  return (
    <button
      type="button"
      className={styles.dots}
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => setMounted(true)}
    />
  )
}

function OpenedMenu({ label, children }: Omit<RowMenuProps, 'name'> & { label: string }) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The focus goes to the button first, so that it comes back to it when the menu closes.
  useEffect(() => {
    button.current?.focus()
    setOpened(true)
  }, [])
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" ref={button} className={styles.dots} aria-label={label} />
      </Menu.Target>
      <Menu.Dropdown>{children()}</Menu.Dropdown>
    </Menu>
  )
}
