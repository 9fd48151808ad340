import { landingPath } from '../../../contract/limits.ts'
import { everyEntry, type MenuEntry, menu, titleOf, type Visitor } from '../../../contract/menu.ts'
import { last } from '../../../contract/required.ts'
import { knownConfig } from '../../lib/config.ts'
import { belongs, deriveSession, type Session, type SessionTenant } from '../../lib/session/auth.ts'
import { currentSession, switchTenant } from '../../lib/session/session.ts'
import { texts } from '../../lib/texts.ts'
import { words as titles } from '../../lib/titles/words.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { type Search, stringifySearch } from '../queryString.ts'
import { currentSettings } from '../settings/settings.ts'
import {
  belongsElsewhere,
  isAt,
  isRefused,
  onPage,
  resolveTarget,
  toSignIn,
  trail,
  type Verdict,
} from './guard.ts'
import { words } from './words.ts'

/**
 * Handles a page that the current organization cannot open: finds other organizations of the account that
 * can, and shows a message. This module is loaded on demand.
 */

/**
 * Returns the account's other organizations that can open the page. For a group, one page that can be opened
 * is enough. The last used organization comes first, followed by the others in the order of the session.
 */
export function tenantsFor(page: MenuEntry, path: string, session: Session): SessionTenant[] {
  const { auth, admin, tenantId } = session
  // The user view of an administrator applies in every organization, so switching organizations would not
  // open the page.
  if (auth.admin !== admin) return []
  const deployment = knownConfig()?.deployment ?? 'platform'
  const opens = ({ id, status }: SessionTenant) => {
    const there = deriveSession(auth, { id, name: null }, deployment)
    // Pages that require an organization cannot be opened in an expired organization.
    return (
      !belongsElsewhere(page, onPage(page, {}, there, menu, path), there) &&
      !(page.meta.inOrganization && status === 'EXPIRED')
    )
  }
  const isLast = ({ id }: SessionTenant) => Number(id === auth.lastTenantId)
  return session.tenants
    .filter((tenant) => tenant.id !== tenantId && (tenant.personal || belongs(auth, tenant.id)))
    .filter(opens)
    .toSorted((a, b) => isLast(b) - isLast(a))
}

interface RequestedPage {
  path: string
  search: Search
}

/**
 * Handles a page that is denied, or that is empty in the personal organization. If exactly one other
 * organization can open the page, switches to that organization and shows a toast. If several can, asks the
 * user which one to use. Otherwise shows the reason in a toast and returns `refusal`.
 */
export function enterElsewhere(
  page: MenuEntry,
  wanted: RequestedPage,
  session: Session,
  refusal: Verdict,
): Verdict {
  const { path, search } = wanted
  // The server menu is known only for the current organization, so no other organization can be offered.
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
    const shown = last(trail(refusal.path), 'trail')
    toast('warn', t('takenElsewhere', { ...refused, other: titleOf(shown, title) }), 'refused')
  }
  return refusal
}

/** Returns the page or group at a path. */
export const entryAt = (path: string): MenuEntry | undefined =>
  everyEntry().find((entry) => isAt(entry, path))

/**
 * Guard of /enter, where the user chooses the organization in which the page in `redirect` opens. /enter is
 * not part of the menu table.
 */
export const onChoice = ({ redirect }: Search, visitor: Visitor | null): Verdict => {
  const target = resolveTarget(redirect)
  if (!target || !entryAt(target.path)) return { path: landingPath, search: {} }
  return visitor ? 'stay' : toSignIn(target.path + stringifySearch(target.search), {})
}
