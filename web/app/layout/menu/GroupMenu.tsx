import { Menu } from '@mantine/core'
import { IconChevronDown } from '#icons'
import type { MenuEntry } from '../../../../contract/menu.ts'
import { EntryIcon, EntryLink, useLabel } from './EntryLink.tsx'
import styles from './GroupMenu.module.css'
import { useMarked } from './useMarked.ts'

interface GroupMenuProps {
  entries: readonly MenuEntry[]
  /**
   * `side` shows an icon for each group next to the page, with a fly-out that lists the group's pages. `top`
   * shows the groups in the navbar, each with a drop-down.
   */
  at: 'side' | 'top'
}

/** Compact menu that shows only the groups. Each group opens a list of its pages. */
export function GroupMenu({ entries, at }: GroupMenuProps) {
  const label = useLabel()
  const marked = useMarked()
  return (
    <ul className={styles.list} data-at={at}>
      {entries.map((entry) => {
        const { children } = entry
        const here = entry.name === marked || Boolean(children?.some((child) => child.name === marked))
        const face = (
          <>
            <EntryIcon entry={entry} />
            {at === 'top' && <span>{label(entry)}</span>}
            {at === 'top' && children && <IconChevronDown size={14} stroke={1.6} aria-hidden />}
          </>
        )
        const named = at === 'side' ? { 'aria-label': label(entry), title: label(entry) } : {}
        return (
          <li key={entry.name}>
            {children ? (
              <Menu
                withinPortal={at === 'side'}
                position={at === 'side' ? 'right-start' : 'bottom-start'}
                width={200}
              >
                <Menu.Target>
                  <button type="button" className={styles.item} data-marked={here || undefined} {...named}>
                    {face}
                  </button>
                </Menu.Target>
                <Menu.Dropdown>
                  {at === 'side' && <Menu.Label>{label(entry)}</Menu.Label>}
                  {children.map((child) => (
                    <Menu.Item
                      key={child.name}
                      className={styles.page}
                      renderRoot={(props) => (
                        <EntryLink {...props} entry={child} here={child.name === marked} />
                      )}
                    >
                      {label(child)}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            ) : (
              <EntryLink entry={entry} here={here} className={styles.item} {...named}>
                {face}
              </EntryLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}
