import { CloseButton } from '@mantine/core'
import { type HistoryState, Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { landingPath } from '../../../contract/limits.ts'
import { permittedMenu, titleOf } from '../../../contract/menu.ts'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { pageNames } from '../../lib/titles/pageNames.ts'
import { words as titles } from '../../lib/titles/words.ts'
import { mayLeave } from '../../ui/dialogs/unsaved.ts'
import { trail } from '../guard/guard.ts'
import { queryClient } from '../query.ts'
import { parseSearch } from '../queryString.ts'
import { words as settingsWords } from '../settings/words.ts'
import { words as shellWords } from '../words.ts'
import styles from './TabBar.module.css'
import { TabMenu } from './TabMenu.tsx'
import {
  type CloseScope,
  changeTabs,
  currentTabs,
  nextOpen,
  opened,
  remaining,
  type Tab,
  useTabs,
} from './tabs.ts'
import { renewPage } from './versions.ts'

/** Tab bar with the pages that are open in this browser tab, in the order in which they were opened. */
export function TabBar({ session }: { session: Session }) {
  const t = useTexts(shellWords)
  const title = useTexts(titles)
  const frame = useTexts(settingsWords)
  const router = useRouter()
  const location = useLocation()
  const here = location.pathname
  const { kept } = location.state
  const all = useTabs()
  const names = pageNames.use()
  const [menuOf, setMenuOf] = useState<string | null>(null)
  const bar = useRef<HTMLUListElement>(null)

  const permitted = permittedMenu(session)
  const isPage = (path: string) => trail(path, permitted).length > 0
  const home = { path: landingPath, href: landingPath }
  const tabs = [
    all.find(({ path }) => path === home.path) ?? home,
    ...all.filter(({ path }) => path !== home.path && isPage(path)),
  ]

  const page = isPage(here)
  useEffect(() => {
    if (page) changeTabs(opened(currentTabs(), { path: here, href: location.href, kept }))
  }, [page, here, location.href, kept])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is another one
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [here])

  const go = (tab: Tab) => router.navigate(placeOf(tab))

  async function close(path: string, closing: CloseScope) {
    const left = remaining(tabs, path, closing)
    const next = nextOpen(tabs, left, here)
    if (next && next.path !== here) {
      await go(next)
      // The page has unsaved changes, and the user chose to stay on it, so no tab is closed.
      if (router.state.location.pathname !== next.path) return
    }
    changeTabs(left)
  }

  async function reload(path: string) {
    const tab = tabs.find((each) => each.path === path)
    if (!(await mayLeave())) return
    if (tab && path !== here) await go(tab)
    // Marks all queries as stale, so that the page refetches its data when it is remounted.
    await queryClient.invalidateQueries({ refetchType: 'none' })
    renewPage(path)
  }

  const choose = (path: string, choice: CloseScope | 'reload') =>
    void (choice === 'reload' ? reload(path) : close(path, choice))

  const label = (path: string) => {
    if (names[path]) return names[path]
    const page = trail(path).at(-1)
    return page ? titleOf(page, title) : t('home')
  }
  return (
    <nav className={styles.bar} aria-label={frame('openPages')}>
      <ul className={styles.tabs} ref={bar}>
        {tabs.map((tab, index) => (
          <TabItem
            key={tab.path}
            tab={tab}
            name={label(tab.path)}
            here={tab.path === here}
            index={index}
            count={tabs.length}
            menu={menuOf === tab.path}
            onMenu={(open) => setMenuOf(open ? tab.path : null)}
            onChoose={(choice) => choose(tab.path, choice)}
          />
        ))}
      </ul>
      <TabMenu
        arrow
        name={label(here)}
        index={Math.max(
          0,
          tabs.findIndex((tab) => tab.path === here),
        )}
        count={tabs.length}
        onChoose={(choice) => choose(here, choice)}
      />
    </nav>
  )
}

interface TabItemProps {
  tab: Tab
  name: string
  /** Whether the page of this tab is the open page. */
  here: boolean
  index: number
  count: number
  /** Whether the menu of this tab is open. */
  menu: boolean
  onMenu: (open: boolean) => void
  onChoose: (choice: CloseScope | 'reload') => void
}

function TabItem({ tab, name, here, index, count, menu, onMenu, onChoose }: TabItemProps) {
  const frame = useTexts(settingsWords)
  return (
    <li
      className={styles.tab}
      data-open={here || undefined}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(true)
      }}
    >
      <Link
        {...placeOf(tab)}
        className={styles.name}
        activeProps={{}}
        aria-current={here ? 'page' : undefined}
      >
        {name}
      </Link>
      {index > 0 && (
        <CloseButton
          size={24}
          iconSize={13}
          className={styles.close}
          aria-label={frame('closeTab', { name })}
          onClick={() => onChoose('this')}
        />
      )}
      {menu && (
        <TabMenu name={name} index={index} count={count} onClose={() => onMenu(false)} onChoose={onChoose} />
      )}
    </li>
  )
}

/** Returns the link of a tab. The link opens the page with its last query. */
const placeOf = ({ path, href, kept }: Tab): { to: string; search: object; state: HistoryState } => ({
  to: path,
  search: parseSearch(href.slice(path.length).split('#')[0] ?? ''),
  state: kept ? { kept } : {},
})
