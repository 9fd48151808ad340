import { ActionIcon, Menu } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { IconChevronDown } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import { words } from '../settings/words.ts'
import styles from './TabBar.module.css'
import type { CloseScope } from './tabs.ts'

interface TabMenuProps {
  name: string
  /** Index of this tab among `count` tabs. */
  index: number
  count: number
  onChoose: (choice: CloseScope | 'reload') => void
  /**
   * Whether this is the menu of the open page, which the arrow at the right end of the tab bar opens.
   * Otherwise, the menu opens below its tab.
   */
  arrow?: boolean
  onClose?: () => void
}

export function TabMenu({ name, index, count, onChoose, arrow, onClose }: TabMenuProps) {
  const t = useTexts(words)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The tab's button must have the focus before the menu opens, so that the focus returns to the button when
  // the menu closes.
  useEffect(() => {
    if (arrow) return
    button.current?.focus()
    setOpen(true)
  }, [arrow])

  const label = t('tabMenu', { name })
  const items: { choice: CloseScope | 'reload'; disabled?: boolean }[] = [
    { choice: 'reload' },
    { choice: 'this', disabled: index === 0 },
    { choice: 'left', disabled: index <= 1 },
    { choice: 'right', disabled: index === count - 1 },
    { choice: 'others', disabled: count <= (index === 0 ? 1 : 2) },
    { choice: 'all', disabled: count === 1 },
  ]
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      {...(onClose && { onExitTransitionEnd: onClose })}
      position={arrow ? 'bottom-end' : 'bottom-start'}
      width={160}
    >
      <Menu.Target>
        {arrow ? (
          <ActionIcon ref={button} className={styles.arrow} size={28} aria-label={label} title={label}>
            <IconChevronDown size={16} stroke={1.6} />
          </ActionIcon>
        ) : (
          <button type="button" ref={button} className={styles.anchor} aria-label={label} tabIndex={-1} />
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ choice, disabled }) => (
          <Menu.Item key={choice} disabled={disabled} onClick={() => onChoose(choice)}>
            {t(`tab.${choice}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
