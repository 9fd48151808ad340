import type { RegisteredRouter } from '@tanstack/react-router'
import { storageKeys } from '../../contract/storage.ts'
import { whenProofNeeded, whenRefused } from '../lib/graphql.ts'
import { prepareProofs } from '../lib/session/api.ts'
import {
  currentSession,
  forgetSession,
  isOwnAction,
  leaveTab,
  loadSession,
  lockSession,
  otherTabSession,
  refreshSession,
  type Session,
  subscribeSession,
} from '../lib/session/session.ts'
import { accessToken, whenSessionOver } from '../lib/session/tokens.ts'
import { stored } from '../lib/storage.ts'
import { texts } from '../lib/texts.ts'
import { toast } from '../ui/feedback/toast.ts'
import { resolveTarget } from './guard/guard.ts'
import { queryClient } from './query.ts'
import { words } from './words.ts'

/** Applies session changes to the router, the caches and the page. Called once at startup. */
export function followSession(router: RegisteredRouter): void {
  // The specification requires a redirect to the root after the session has ended, with the current path in
  // `redirect`.
  whenSessionOver((reason) => {
    const redirect = router.state.location.href
    // The session ended while a page was open, and the server gave no reason, so a toast explains the
    // redirect.
    if (currentSession() && !reason) toast('warn', texts(words)('sessionOver'))
    forgetSession()
    if (reason) stored.set('session-end', reason)
    // Pages that are not valid redirect targets, such as the sign-in page, stay open.
    if (resolveTarget(redirect)) void router.navigate({ to: '/', search: { redirect }, replace: true })
  })

  whenRefused((error) => {
    if (error.code === 'PASSWORD_CHANGE_REQUIRED') lockSession('passwordChangeRequired')
    if (error.code === 'FACTOR_REQUIRED') lockSession('factorRequired')
    // The open page offered an action that the viewer can no longer run, or an object that no longer exists.
    // Permissions may have changed, so the session is reloaded.
    if (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND') reloadSession()
  })

  setTimeout(prepareProofs, 10_000)

  whenProofNeeded(async () => (await import('./proof/proof.ts')).askProof())

  window.addEventListener('storage', (event) => {
    const change = otherTabSession(event)
    // `begun` means that another tab has signed in. The guard then loads the account.
    if (change === 'over') leaveTab()
    if (change === 'begun' && !currentSession()) void router.invalidate()
  })

  // A page restored from the back/forward cache has missed the storage events of other tabs, so check whether
  // its session has ended.
  window.addEventListener('pageshow', ({ persisted }) => {
    const event = { key: storageKeys.token, newValue: accessToken() }
    if (persisted && otherTabSession(event) === 'over') leaveTab()
  })

  // Permissions may have changed while the window was in the background.
  window.addEventListener('focus', () => reloadSession())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') reloadSession()
  })

  let before = currentSession()
  subscribeSession(() => {
    const now = currentSession()
    if (before && now && before.auth.id !== now.auth.id) leaveTab()
    else if (before && now) {
      const changed = rightsOf(before) !== rightsOf(now)
      if (!isOwnAction()) {
        showChanges(before, now)
        if (changed) void queryClient.invalidateQueries()
      }
      // Runs the guard again, which checks whether the viewer can still open the current page.
      if (changed) void router.invalidate()
    }
    before = now
    awaitExpiry(now)
  })
}

/**
 * Minimum time between two automatic reloads of the session, in ms. An earlier reload is delayed until this
 * time has passed.
 */
const apart = 1_000
let reloaded = Number.NEGATIVE_INFINITY
let waiting: ReturnType<typeof setTimeout> | undefined

/**
 * Schedules a reload of the session, because its permissions may have changed. `own` means that an action in
 * this session changed them.
 */
export function reloadSession({ own = false } = {}): void {
  if (!currentSession() || waiting) return
  const rest = Math.max(0, reloaded + apart - performance.now())
  waiting = setTimeout(() => {
    waiting = undefined
    reloaded = performance.now()
    // If the server cannot be reached, the current session is retained and the next call reports the failure.
    if (currentSession()) void (own ? refreshSession() : loadSession().catch(() => undefined))
  }, rest)
}

let expiry: ReturnType<typeof setTimeout> | undefined
/**
 * `longestTimer` is the maximum delay that setTimeout supports. `betweenAsking` is the pause between reloads
 * if this browser's clock is ahead of the server's clock. Both are in ms.
 */
const longestTimer = 2 ** 31 - 1
const betweenAsking = 30_000

/** Reloads the session when the current organization expires, so that the page shows the expiry. */
function awaitExpiry(session: Session | null): void {
  clearTimeout(expiry)
  const open = session && ownTenant(session, session.tenantId)
  if (open?.status !== 'FINISH' || !open.expireAt) return
  const left = Date.parse(open.expireAt) - Date.now()
  expiry = setTimeout(() => reloadSession(), left > 0 ? Math.min(left + 500, longestTimer) : betweenAsking)
}

/** Returns the account's organization with this id, or undefined if the account is not a member of it. */
const ownTenant = ({ auth }: Session, id: string) => auth.tenants.find((each) => each.id === id)

const rightsOf = (session: Session): string => {
  const { tenantId, role, authCodes } = session
  return [tenantId, ownTenant(session, tenantId)?.status, role, ...authCodes.toSorted()].join(' ')
}

/** Shows a toast for a change that another user has made to the account's organizations. */
function showChanges(before: Session, now: Session): void {
  const t = texts(words)
  const entered = before.tenants.find(({ id }) => id === before.tenantId)
  if (entered && !now.tenants.some(({ id }) => id === entered.id))
    toast('info', t('tenantLost', { name: entered.name }), 'tenant')
  else if (entered?.status === 'FINISH' && ownTenant(now, entered.id)?.status === 'EXPIRED')
    toast('warn', t('expired', { name: entered.name }), 'tenant')
  else if (entered && before.tenantId === now.tenantId && before.role !== now.role)
    toast('info', t('rightsChanged', { name: entered.name }), 'tenant')

  for (const { id, name, status } of now.auth.tenants) {
    const was = ownTenant(before, id)?.status
    if (status === 'FINISH' && was === 'PREPARE') toast('ok', t('confirmed', { name }))
  }
}
