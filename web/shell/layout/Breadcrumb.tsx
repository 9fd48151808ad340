import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs'
import { Link, useLocation } from '@tanstack/react-router'
import { landingPath } from '../../../contract/limits.ts'
import { useTexts } from '../../lib/texts.ts'
import { trail } from '../menu.ts'
import styles from './Breadcrumb.module.css'

/** House, then the labels of the path's items. A group that is called like its page is named once. */
export function Breadcrumb() {
  const t = useTexts('shell')
  const { pathname } = useLocation()
  const keys = [...new Set(trail(pathname).map((entry) => entry.meta.locale))]
  return (
    <nav aria-label={t('breadcrumb')}>
      <ol className={styles.trail}>
        <li>
          <Link to={landingPath} className={styles.home} aria-label={t('home')}>
            <IconHome size={14} stroke={1.6} aria-hidden />
          </Link>
        </li>
        {keys.map((key, index) => (
          <li key={key} aria-current={index === keys.length - 1 ? 'page' : undefined}>
            {t(key as 'home')}
          </li>
        ))}
      </ol>
    </nav>
  )
}
