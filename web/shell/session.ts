import type { RegisteredRouter } from '@tanstack/react-router'
import { storageKeys } from '../../contract/storage.ts'
import { whenProofNeeded, whenRefused } from '../lib/graphql.ts'
import { prepareProofs } from '../lib/session/api.ts'
import {
  currentSession,
  forgetSession,
  leaveTab,
  lockSession,
  otherTabSession,
  refreshSession,
  type Session,
  subscribeSession,
} from '../lib/session/session.ts'
import { accessToken, whenSessionOver } from '../lib/session/tokens.ts'
import { texts } from '../lib/texts.ts'
import { toast } from '../ui/feedback/toast.ts'
import { resolveTarget } from './guard/guard.ts'
import { words } from './words.ts'

/** What the whole console does when the session changes under it. Called once. */
export function followSession(router: RegisteredRouter): void {
  // The specification's way out of a dead session: the root, with the present path to come back to.
  whenSessionOver(() => {
    const redirect = router.state.location.href
    // Ended elsewhere, under an open page: nobody should wonder why they are asked to sign in.
    if (currentSession()) toast('warn', texts(words)('sessionOver'))
    forgetSession()
    // On the sign-in page it only means that one has to sign in.
    if (resolveTarget(redirect)) void router.navigate({ to: '/', search: { redirect }, replace: true })
  })

  whenRefused((error) => {
    if (error.code === 'PASSWORD_CHANGE_REQUIRED') lockSession('passwordChangeRequired')
    if (error.code === 'FACTOR_REQUIRED') lockSession('factorRequired')
    // What this page offered is not allowed, or not there, any more.
    if (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND') reloadSession()
  })

  setTimeout(prepareProofs, 10_000)

  whenProofNeeded(async () => (await import('./proof/proof.ts')).askProof())

  window.addEventListener('storage', (event) => {
    const change = otherTabSession(event)
    // The guard then asks for whoever is signed in now.
    if (change === 'over') leaveTab()
    if (change === 'begun' && !currentSession()) void router.invalidate()
  })

  // A page restored from the back/forward cache received no events meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    const event = { key: storageKeys.token, newValue: accessToken() }
    if (persisted && otherTabSession(event) === 'over') leaveTab()
  })

  // Rights may have changed while the window was in the background.
  window.addEventListener('focus', reloadSession)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') reloadSession()
  })

  let before = currentSession()
  subscribeSession(() => {
    const now = currentSession()
    if (before && now && before.auth.id !== now.auth.id) leaveTab()
    else if (before && now) {
      tellChanges(before, now)
      // The guard decides anew whether the open page is still one's to see.
      if (rightsOf(before) !== rightsOf(now)) void router.invalidate()
    }
    before = now
  })
}

/** ms between two reloads that nobody asked for; who asks in between has theirs at the end of it. */
const apart = 5_000
let reloaded = Number.NEGATIVE_INFINITY
let waiting: ReturnType<typeof setTimeout> | undefined

/** Loads the session anew, soon: something that one may do may have changed. */
export function reloadSession(): void {
  if (!currentSession() || waiting) return
  const rest = Math.max(0, reloaded + apart - performance.now())
  waiting = setTimeout(() => {
    waiting = undefined
    reloaded = performance.now()
    // Out of reach: what is known stays, the next call says so.
    if (currentSession()) refreshSession()
  }, rest)
}

const rightsOf = ({ tenantId, role, authCodes }: Session): string =>
  [tenantId, role, ...authCodes.toSorted()].join(' ')

/** What others have done to the account's organizations meanwhile, in a line each. */
function tellChanges(before: Session, now: Session): void {
  const t = texts(words)
  const entered = before.tenants.find(({ id }) => id === before.tenantId)
  if (entered && !now.tenants.some(({ id }) => id === entered.id))
    toast('info', t('tenantLost', { name: entered.name }), 'tenant')
  else if (entered && before.tenantId === now.tenantId && before.role !== now.role)
    toast('info', t('rightsChanged', { name: entered.name }), 'tenant')

  for (const { id, name, status } of now.auth.tenants) {
    const was = before.auth.tenants.find((each) => each.id === id)?.status
    if (status === 'FINISH' && was === 'PREPARE') toast('ok', t('confirmed', { name }))
  }
}
