import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { MenuEntry } from '../../../contract/menu.ts'
import { useTexts } from '../../lib/texts.ts'
import { trail } from '../menu.ts'
import styles from './MainMenu.module.css'

/** The icons that contract/menu.ts names. */
const icons = { user: IconUser, 'user-group': IconUsers, desktop: IconDeviceDesktop } as const

interface MainMenuProps {
  entries: readonly MenuEntry[]
  /** A page was asked for. */
  onOpen?: () => void
}

/** Groups with their pages; all open until they are folded. */
export function MainMenu({ entries, onOpen }: MainMenuProps) {
  const { pathname } = useLocation()
  const open = trail(pathname)
  const marked = open.at(-1)?.meta.activeMenu ?? open.at(-1)?.name
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.name}>
          {entry.children ? (
            <Group entry={entry} marked={marked} onOpen={onOpen} />
          ) : (
            <Item entry={entry} marked={marked} onOpen={onOpen} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface EntryProps {
  entry: MenuEntry
  marked: string | undefined
  onOpen: (() => void) | undefined
}

function Group({ entry, marked, onOpen }: EntryProps) {
  const t = useTexts('shell')
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" className={styles.item} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={entry.meta.icon} />
        <span className={styles.label}>{t(entry.meta.locale as 'home')}</span>
        <IconChevronDown className={styles.chevron} size={14} stroke={1.6} aria-hidden />
      </button>
      {open && (
        <ul className={styles.list}>
          {entry.children?.map((child) => (
            <li key={child.name}>
              <Item entry={child} marked={marked} onOpen={onOpen} child />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Item({ entry, marked, onOpen, child }: EntryProps & { child?: boolean }) {
  const t = useTexts('shell')
  const here = entry.name === marked
  return (
    <Link
      to={entry.path}
      onClick={onOpen}
      className={styles.item}
      data-child={child || undefined}
      data-marked={here || undefined}
      activeProps={{}}
      aria-current={here ? 'page' : undefined}
    >
      {!child && <Icon name={entry.meta.icon} />}
      <span className={styles.label}>{t(entry.meta.locale as 'home')}</span>
    </Link>
  )
}

function Icon({ name }: { name: string | undefined }) {
  const Drawn = name && name in icons ? icons[name as keyof typeof icons] : undefined
  return Drawn ? <Drawn size={18} stroke={1.6} aria-hidden /> : null
}
