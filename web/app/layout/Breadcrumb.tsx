import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { IconHome } from '#icons'
import { landingPath } from '../../../contract/limits.ts'
import { type MenuEntry, menu } from '../../../contract/menu.ts'
import { usePagePath } from '../../lib/pageView.ts'
import { useTexts } from '../../lib/texts.ts'
import { pageNames } from '../../lib/titles/pageNames.ts'
import { find, trail } from '../guard/guard.ts'

import { words as shellWords } from '../words.ts'
import styles from './Breadcrumb.module.css'
import { useLabel } from './menu/EntryLink.tsx'
import { words } from './words.ts'

/**
 * Shows a link to the start page, the titles of the groups that contain the open page, and the title of the
 * page. If a group and its page have the same title, the title is shown once.
 */
export function Breadcrumb() {
  const t = useTexts(shellWords)
  const frame = useTexts(words)
  const label = useLabel()
  const path = usePagePath()
  const entries = trail(path)
  const page = entries.at(-1)
  // The breadcrumb of a detail page contains the list page that the detail page belongs to.
  const list = page?.meta.activeMenu ? find(menu, page.meta.activeMenu) : undefined
  const name = pageNames.use()[path]
  const named = (entry: MenuEntry) => (entry === page && name) || label(entry)
  const labels = [...new Set(entries.map(named))]
  return (
    <nav aria-label={frame('breadcrumb')}>
      <ol className={styles.trail}>
        <li>
          <Link to={landingPath} className={`finger ${styles.home}`} aria-label={t('home')}>
            <IconHome size={14} stroke={1.6} aria-hidden />
          </Link>
        </li>
        {labels.map((text, index) => (
          <Fragment key={text}>
            {list && index === labels.length - 1 && (
              <li>
                <Link to={list.path} className={`finger ${styles.list}`}>
                  {label(list)}
                </Link>
              </li>
            )}
            <li aria-current={index === labels.length - 1 ? 'page' : undefined}>{text}</li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
