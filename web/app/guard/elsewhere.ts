import { landingPath } from '../../../contract/limits.ts'
import { everyEntry, type MenuEntry, menu, titleOf, type Visitor } from '../../../contract/menu.ts'
import { knownConfig } from '../../lib/config.ts'
import { belongs, deriveSession, type Session, type SessionTenant } from '../../lib/session/account.ts'
import { currentSession, switchTenant } from '../../lib/session/session.ts'
import { texts } from '../../lib/texts.ts'
import { words as titles } from '../../lib/titles/words.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { type Search, stringifySearch } from '../search.ts'
import { currentSettings } from '../settings/settings.ts'
import {
  isAt,
  isElsewhere,
  isRefused,
  onPage,
  resolveTarget,
  toSignIn,
  trail,
  type Verdict,
} from './guard.ts'
import { words } from './words.ts'

/** Loaded where a page is refused: which other organization of the account opens it, and what is said. */

/**
 * The organizations of the account, beside the present one, in which it may open a page or something of a group; the
 * one that it was last in first, then as the session has them.
 */
export function tenantsFor(page: MenuEntry, path: string, session: Session): SessionTenant[] {
  const { auth, admin, tenantId } = session
  // An administrator who looks at the console as a user does looks at it everywhere.
  if (auth.admin !== admin) return []
  const deployment = knownConfig()?.deployment ?? 'platform'
  const opens = ({ id, status }: SessionTenant) => {
    const there = deriveSession(auth, { id, name: null }, deployment)
    // What an organization has is not looked at once it has expired.
    return (
      !isElsewhere(page, onPage(page, {}, there, menu, path), there) &&
      !(page.meta.inOrganization && status === 'EXPIRED')
    )
  }
  const isLast = ({ id }: SessionTenant) => Number(id === auth.lastTenantId)
  return session.tenants
    .filter((tenant) => tenant.id !== tenantId && (tenant.personal || belongs(auth, tenant.id)))
    .filter(opens)
    .toSorted((a, b) => isLast(b) - isLast(a))
}

interface Wanted {
  path: string
  search: Search
}

/**
 * Where to for a page that is refused, or has nothing in the personal space: the page all the same, in the one other
 * organization that opens it, which is entered; to the question which one, where there are several; else to what is shown
 * instead. Each is said.
 */
export function lead(page: MenuEntry, wanted: Wanted, session: Session, refusal: Verdict): Verdict {
  const { path, search } = wanted
  // What the server's menu has elsewhere is not known before one is there.
  const others = currentSettings().menuFromServer ? [] : tenantsFor(page, path, session)
  const [only] = others
  if (others.length > 1) return { path: '/enter', search: { redirect: path + stringifySearch(search) } }

  const t = texts(words)
  const title = texts(titles)
  const present = session.tenants.find(({ id }) => id === session.tenantId)
  const nameOf = (tenant: SessionTenant | undefined) =>
    !tenant || tenant.personal ? t('personal') : tenant.name
  const refused = { page: titleOf(page, title), tenant: nameOf(present) }
  if (only) {
    switchTenant(only.id)
    const said = isRefused(refusal) ? 'entered' : 'foundIn'
    toast('info', t(said, { ...refused, other: nameOf(only) }), 'refused')
    return onPage(page, search, currentSession(), menu, path)
  }
  if (refusal === 'notFound') toast('warn', t('notPermitted', refused), 'refused')
  else if (refusal !== 'stay') {
    const shown = trail(refusal.path).at(-1)!
    toast('warn', t('takenElsewhere', { ...refused, other: titleOf(shown, title) }), 'refused')
  }
  return refusal
}

/** The page or group at a path. */
export const entryAt = (path: string): MenuEntry | undefined =>
  everyEntry().find((entry) => isAt(entry, path))

/** /enter: which of one's organizations to enter for the page that the query names. Not a page of the table at all. */
export const onChoice = ({ redirect }: Search, visitor: Visitor | null): Verdict => {
  const target = resolveTarget(redirect)
  if (!target || !entryAt(target.path)) return { path: landingPath, search: {} }
  return visitor ? 'stay' : toSignIn(target.path + stringifySearch(target.search), {})
}
