import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { IconLayoutSidebarLeftCollapse as IconFold, IconLayoutSidebarLeftExpand as IconUnfold } from '#icons'
import type { MenuEntry } from '../../../../contract/menu.ts'
import { useTexts } from '../../../lib/texts.ts'
import { lazyPart } from '../../../network.ts'
import { changeSettings, useSettings } from '../../settings/settings.ts'
import { words } from '../words.ts'
import { MainMenu } from './MainMenu.tsx'
import styles from './Sider.module.css'

// Loaded only if the menu is collapsed.
const GroupMenu = lazyPart(async () => (await import('./GroupMenu.tsx')).GroupMenu)

/**
 * The menu next to the page, expanded or collapsed to icons. In windows narrower than 1,024 px, the menu is
 * collapsed, and it covers the page when expanded.
 */
export function Sider({ entries }: { entries: readonly MenuEntry[] }) {
  const frame = useTexts(words)
  const { menuCollapse, menuWidth } = useSettings()
  const tight = useMediaQuery('(max-width: 63.9375rem)', false, { getInitialValueInEffect: false })
  const { sider, over, setOver } = useOver(tight)
  const folded = tight ? !over : menuCollapse
  const fold = frame(folded ? 'unfold' : 'fold')
  const FoldIcon = folded ? IconUnfold : IconFold
  return (
    <>
      {over && <div className={styles.place} />}
      <div
        ref={sider}
        className={styles.sider}
        data-collapsed={folded || undefined}
        data-over={over || undefined}
        style={{ width: `${(folded ? 48 : menuWidth) / 16}rem` }}
      >
        <nav className={styles.menu} aria-label={frame('mainMenu')}>
          <Suspense>
            {folded ? <GroupMenu entries={entries} at="side" /> : <MainMenu entries={entries} />}
          </Suspense>
        </nav>
        <div className={styles.foot}>
          <ActionIcon
            aria-label={fold}
            aria-expanded={!folded}
            title={fold}
            onClick={() => (tight ? setOver(!over) : changeSettings({ menuCollapse: !menuCollapse }))}
          >
            <FoldIcon size={18} stroke={1.6} />
          </ActionIcon>
        </div>
      </div>
    </>
  )
}

/**
 * Manages the expanded menu in narrow windows, where it covers the page. The menu collapses when the user
 * opens a page, presses Esc or clicks outside.
 */
function useOver(tight: boolean) {
  const sider = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const [at, setAt] = useState<string>()
  const over = tight && at === pathname
  useEffect(() => {
    if (!over) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setAt(undefined)
    const onPointer = ({ target }: PointerEvent) =>
      sider.current?.contains(target as Node) || setAt(undefined)
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [over])
  return { sider, over, setOver: (open: boolean) => setAt(open ? pathname : undefined) }
}
