import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { IconChevronRight } from '#icons'
import { landingPath } from '../../../contract/limits.ts'
import { titleOf } from '../../../contract/menu.ts'
import {
  currentSession,
  memberIn,
  type Session,
  type SessionTenant,
  signOut,
  switchTenant,
  useCurrentSession,
} from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as titles } from '../../lib/titles/words.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { maskPhone } from '../../ui/fields/digits.ts'
import { walkButtons } from '../../ui/fields/walk.ts'
import { entryAt, tenantsFor } from '../guard/elsewhere.ts'
import { belongsElsewhere, onPage, resolveTarget } from '../guard/guard.ts'
import { words } from '../guard/words.ts'
import { stringifySearch } from '../queryString.ts'
import styles from './ChooseTenant.module.css'

/**
 * Page /enter. It is shown if the user could open the requested page in several organizations. Selecting an
 * organization switches to it and opens the page.
 */
export function ChooseTenant() {
  const session = useCurrentSession()
  return session && <Choice session={session} />
}

function Choice({ session }: { session: Session }) {
  const t = useTexts(words)
  const title = useTexts(titles)
  const router = useRouter()
  const { redirect } = useSearch({ from: '/entry/enter' })
  const target = resolveTarget(redirect)
  const page = target && entryAt(target.path)
  const { auth } = session
  const tenants = page ? tenantsFor(page, target.path, session) : []
  const rows = useRef<HTMLUListElement>(null)
  const go = () =>
    router.navigate({
      href: target ? target.path + stringifySearch(target.search) : landingPath,
      replace: true,
    })

  // True if the user must choose an organization. If false, the page navigates to the target, and the
  // target's guard decides what is shown.
  const asked =
    page &&
    tenants.length > 1 &&
    belongsElsewhere(page, onPage(page, {}, session, undefined, target.path), session)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whether there is a question, and nothing else
  useEffect(() => {
    if (asked) rows.current?.querySelector('button')?.focus()
    else void go()
  }, [asked])
  if (!page || !asked) return null

  return (
    <>
      <h1 className={styles.title}>{t('which')}</h1>
      <p className={styles.context}>{t('whichText', { page: titleOf(page, title) })}</p>
      <div className={styles.account}>
        <Initial name={auth.name} size={24} own />
        <span className={styles.name}>{auth.name}</span>
        <span className={styles.second}>
          {auth.profile.mobilePhone ? maskPhone(auth.profile.mobilePhone) : auth.profile.username}
        </span>
        <button type="button" className="link" onClick={() => void signOut()}>
          {t('otherAccount')}
        </button>
      </div>
      <ul ref={rows} className={styles.rows} aria-label={t('organizations')} onKeyDown={walkButtons}>
        {tenants.map((tenant) => (
          <li key={tenant.id}>
            <button type="button" className={styles.row} onClick={() => switchTenant(tenant.id)}>
              <Initial name={tenant.name} size={40} own square person={tenant.personal} />
              <span className={styles.words}>
                <span>
                  {tenant.personal ? t('personal') : tenant.name}
                  {tenant.id === auth.lastTenantId && <Tag tone="info">{t('last')}</Tag>}
                </span>
                <small>
                  <What tenant={tenant} />
                </small>
              </span>
              <IconChevronRight size={16} stroke={1.6} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.foot}>
        <Link to={landingPath} className="link finger">
          {t('stay')}
        </Link>
      </p>
    </>
  )
}

/** Shows the viewer's role in the organization and the number of its devices. */
function What({ tenant }: { tenant: SessionTenant }) {
  const t = useTexts(words)
  const auth = currentSession()?.auth
  if (!auth || tenant.personal) return t('personalText')
  const member = memberIn(auth, tenant.id)
  const count = auth.tenants.find(({ id }) => id === tenant.id)?.statistics.deviceCount ?? 0
  return [t(member?.owner ? 'owner' : member?.manager ? 'manager' : 'member'), t('devices', { count })].join(
    ' · ',
  )
}
