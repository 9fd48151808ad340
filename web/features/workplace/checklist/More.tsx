import { Link } from '@tanstack/react-router'
import { IconKey, IconPencil, IconTableImport } from '#icons'
import { mayOpen, pathOf } from '../../../../contract/menu.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import styles from './More.module.css'
import { words } from './words.ts'

const links = [
  { name: 'import', page: 'memberManagement', Icon: IconTableImport },
  { name: 'program', page: 'serviceAccounts', Icon: IconKey },
  { name: 'particulars', page: 'organizationConfiguration', Icon: IconPencil },
] as const

/** Suggests what to do after the setup steps. */
export function More() {
  const t = useTexts(words)
  const session = useSession()
  const open = links.filter(({ page }) => mayOpen(session, page))
  if (!open.length) return null
  return (
    <ul className={styles.more}>
      {open.map(({ name, page, Icon }) => (
        <li key={name} className={styles.way}>
          <span className={styles.tile} aria-hidden>
            <Icon size={18} stroke={1.6} />
          </span>
          <div className={styles.words}>
            <div>{t(`more.${name}`)}</div>
            <div className={styles.text}>{t(`more.${name}Text`)}</div>
          </div>
          <Link
            to={pathOf(page)}
            className="link"
            aria-label={`${t(`more.${name}Action`)} ${t(`more.${name}`)}`}
          >
            {t(`more.${name}Action`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
