import { ActionIcon } from '@mantine/core'
import IconFold from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs'
import IconUnfold from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs'
import { Suspense } from 'react'
import type { MenuEntry } from '../../../../contract/menu.ts'
import { useTexts } from '../../../lib/texts.ts'
import { lazyPart } from '../../../network.ts'
import { changeSettings, useSettings } from '../../settings/settings.ts'
import { words } from '../words.ts'
import { MainMenu } from './MainMenu.tsx'
import styles from './Sider.module.css'

// Only where the menu is folded.
const GroupMenu = lazyPart(async () => (await import('./GroupMenu.tsx')).GroupMenu)

/** The menu beside the page, whole or folded to its icons. */
export function Sider({ entries }: { entries: readonly MenuEntry[] }) {
  const frame = useTexts(words)
  const { menuCollapse, menuWidth } = useSettings()
  const fold = menuCollapse ? frame('unfold') : frame('fold')
  const FoldIcon = menuCollapse ? IconUnfold : IconFold
  return (
    <div
      className={styles.sider}
      data-collapsed={menuCollapse || undefined}
      style={{ width: menuCollapse ? 48 : menuWidth }}
    >
      <nav className={styles.menu} aria-label={frame('mainMenu')}>
        <Suspense>
          {menuCollapse ? <GroupMenu entries={entries} at="side" /> : <MainMenu entries={entries} />}
        </Suspense>
      </nav>
      <div className={styles.foot}>
        <ActionIcon
          aria-label={fold}
          aria-expanded={!menuCollapse}
          title={fold}
          onClick={() => changeSettings({ menuCollapse: !menuCollapse })}
        >
          <FoldIcon size={18} stroke={1.6} />
        </ActionIcon>
      </div>
    </div>
  )
}
