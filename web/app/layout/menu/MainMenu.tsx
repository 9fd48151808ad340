import { Suspense, useState } from 'react'
import { IconChevronDown } from '#icons'
import type { MenuEntry } from '../../../../contract/menu.ts'
import { lazyPart } from '../../../network.ts'
import { EntryIcon, EntryLink, useLabel } from './EntryLink.tsx'
import styles from './MainMenu.module.css'
import { useMarked } from './useMarked.ts'

// Loaded only for reviewers, because only they see the number of pending organization requests.
const WaitingCount = lazyPart(async () => (await import('../WaitingCount.tsx')).WaitingCount)

interface MainMenuProps {
  entries: readonly MenuEntry[]
  /** Called when the user opens a page. */
  onOpen?: () => void
}

/** Menu that shows the groups and their pages. All groups are expanded until the user collapses them. */
export function MainMenu({ entries, onOpen }: MainMenuProps) {
  const marked = useMarked()
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
  const label = useLabel()
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" className={styles.item} aria-expanded={open} onClick={() => setOpen(!open)}>
        <EntryIcon entry={entry} />
        <span className={styles.label}>{label(entry)}</span>
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
  const label = useLabel()
  return (
    <EntryLink
      entry={entry}
      here={entry.name === marked}
      onClick={onOpen}
      className={styles.item}
      data-child={child || undefined}
    >
      {!child && <EntryIcon entry={entry} />}
      <span className={styles.label}>{label(entry)}</span>
      {entry.name === 'auditManagement' && (
        <Suspense>
          <WaitingCount />
        </Suspense>
      )}
    </EntryLink>
  )
}
