import { personalTenant } from '../../../contract/limits.ts'
import { everyEntry } from '../../../contract/menu.ts'
import { storageKeys } from '../../../contract/storage.ts'
import { makeStore } from '../../store.ts'
import { knownConfig, loadConfig } from '../config.ts'
import { ApiError, failed, isUnanswered, SessionOverError, unreachable } from '../errors.ts'
import { request } from '../graphql.ts'
import { forgetInTab, forgetKey, stored, tabStored } from '../storage.ts'
import { texts } from '../texts.ts'
import { words } from '../words.ts'
import { revoke, type Tokens } from './api.ts'
import {
  type Auth,
  authQuery,
  belongs,
  type Chosen,
  deriveSession,
  isEntered,
  type Session,
  type SessionTenant,
  visitedQuery,
} from './auth.ts'
import { accountOf, hasTokens, refreshToken, storeTokens } from './tokens.ts'
import { requestMenu } from './userMenu.ts'

export {
  type Auth,
  type AuthTenant,
  deriveSession,
  isLocked,
  memberIn,
  type Session,
  type SessionTenant,
} from './auth.ts'

const session = makeStore<Session | null>(null)
export const { get: currentSession, subscribe: subscribeSession, use: useCurrentSession } = session

/** Incremented when the account changes. A response to a request from before the change is discarded. */
let sitting = 0
let loading: Promise<Session> | null = null

/** Returns the session from memory, or loads it. Rejects like request(). */
export const ensureSession = async (): Promise<Session> => currentSession() ?? loadSession()

/** Fetches the account again and checks that it can still use the chosen organization. */
export function loadSession(): Promise<Session> {
  loading ??= load(chosenTenant)
  return loading
}

let ownActions = 0
/**
 * Whether an action in this tab is changing the session. The page then already shows the result of the
 * action.
 */
export const isOwnAction = (): boolean => ownActions > 0

/**
 * Fetches the account again after an action in this tab has changed it. Does not throw: if this request
 * fails, the next call reports the failure.
 */
export async function refreshSession(): Promise<void> {
  ownActions += 1
  await loadSession().catch(() => undefined)
  ownActions -= 1
}

function load(choose: (auth: Auth) => Chosen): Promise<Session> {
  const asked = fetchSession(choose).finally(() => {
    if (loading === asked) loading = null
  })
  return asked
}

async function fetchSession(choose: (auth: Auth) => Chosen): Promise<Session> {
  const asking = sitting
  const [{ auth }] = await Promise.all([
    request(authQuery),
    loadConfig().catch(() => {
      throw unreachable()
    }),
  ])
  if (!(auth as Auth | null)) throw failed('Auth', new ApiError('BROKEN_ANSWER', texts(words)('failed')))
  if (asking === sitting) claimTab(auth.id)
  const visited = await loadVisited(auth, choose(auth))
  if (asking !== sitting) throw new SessionOverError()
  return enter(deriveSession(auth, choose(auth), deployment(), visited))
}

function enter(next: Session): Session {
  rememberTenant(next)
  session.set(inChosenRole(next))
  return currentSession() ?? next
}

/**
 * Applies the role that an administrator has chosen. Administrators can view the console as a user; the menu
 * and the guards then use the role `user`. The server still treats them as administrators.
 */
const inChosenRole = (next: Session): Session =>
  next.auth.admin && tabStored.get('role') === 'user'
    ? { ...next, role: 'user', admin: false, authCodes: [] }
    : next

/** Switches an administrator between the specified roles `user` and `admin`, in this tab only. */
export function switchRole(): void {
  const current = currentSession()
  if (!current?.auth.admin) return
  if (tabStored.get('role')) tabStored.remove('role')
  else tabStored.set('role', 'user')
  enterTenant(current.tenantId)
}

const deployment = () => knownConfig()?.deployment ?? 'platform'

/** Loads the chosen organization of an administrator who is not a member of the organization. */
async function loadVisited(auth: Auth, { id, name }: Chosen): Promise<SessionTenant | undefined> {
  if (!auth.admin || !id || name === personalTenant || belongs(auth, id)) return
  const { getTenant } = await request(visitedQuery, { id }).catch((error: unknown) => {
    // Without a response, loading the session fails. If the server rejects the request, the session starts in
    // the personal organization.
    if (isUnanswered(error)) throw error
    return { getTenant: null }
  })
  return getTenant && !getTenant.personal && isEntered(getTenant) ? getTenant : undefined
}

/** Returns the organization chosen in this tab or, in a new tab, the one last chosen in any tab. */
function chosenTenant() {
  const from = tabStored.get(storageKeys.tenantName) ? tabStored : stored
  return { id: from.get(storageKeys.tenantId), name: from.get(storageKeys.tenantName) }
}

function rememberTenant({ tenantId, tenants }: Session) {
  const tenant = tenants.find((each) => each.id === tenantId)
  for (const storage of [stored, tabStored]) {
    storage.set(storageKeys.tenantId, tenantId)
    storage.set(storageKeys.tenantName, !tenant || tenant.personal ? personalTenant : tenant.name)
  }
}

/** Assigns this tab to the account. Removes data of another account from a restored or suspended tab. */
function claimTab(accountId: string) {
  const owner = tabStored.get('account')
  if (owner !== null && owner !== accountId) forgetInTab()
  tabStored.set('account', accountId)
}

/** Switches to another organization of `session.tenants`. The next sign-in starts in that organization. */
export function switchTenant(id: string): void {
  if (enterTenant(id)) requestMenuOf(id)
}

/**
 * Requests the menu of an organization, because the server stores the organization of the latest menu request
 * as the last one used.
 */
function requestMenuOf(id: string) {
  requestMenu(id === currentSession()?.auth.tenant.id ? personalTenant : id).catch(() => undefined)
}

/** Switches to an organization. Returns false if it is not in `session.tenants`. */
function enterTenant(id: string): boolean {
  const current = currentSession()
  if (!current?.tenants.some((each) => each.id === id)) return false
  const name = id === current.auth.tenant.id ? personalTenant : ''
  // An organization that an administrator is visiting stays in the list until the session is loaded again.
  const visited = current.tenants.find((each) => !each.personal && !belongs(current.auth, each.id))
  ownActions += 1
  enter(deriveSession(current.auth, { id, name }, deployment(), visited))
  ownActions -= 1
  return true
}

/** Returns the current organization if an administrator is visiting it without being a member. */
export const visitedTenant = ({ auth, tenantId, tenants }: Session): SessionTenant | undefined =>
  tenants.find(({ id, personal }) => id === tenantId && !personal && !belongs(auth, id))

/** Switches an administrator to an organization, or to the personal organization if it does not exist. */
export async function visitTenant({ id, name }: { id: string; name: string }): Promise<void> {
  for (const storage of [stored, tabStored]) {
    storage.set(storageKeys.tenantId, id)
    storage.set(storageKeys.tenantName, name)
  }
  ownActions += 1
  await loadSession().finally(() => {
    ownActions -= 1
  })
  if (currentSession()?.tenantId === id) requestMenuOf(id)
}

/**
 * Stores the tokens of a sign-in and loads the account. The session starts in `tenantId` if the account
 * belongs to that organization, otherwise in the personal organization. If `tenantId` is missing, the session
 * starts in the last used organization.
 */
export async function signIn(tokens: Tokens, tenantId?: string): Promise<Session> {
  // The old tokens are not removed, because other tabs of the account would treat that as a sign-out.
  forgetHere([storageKeys.token, storageKeys.refreshToken])
  storeTokens(tokens)
  loading = load((auth) => {
    const id = tenantId ?? auth.lastTenantId
    // The personal organization is identified by the name `SELF`, and every other organization by its id.
    return id === null || id === auth.id ? { id: null, name: personalTenant } : { id, name: id }
  })
  const entered = await loading
  if (tenantId !== undefined) requestMenuOf(entered.tenantId)
  return entered
}

function forgetHere(except: readonly string[] = []) {
  sitting += 1
  loading = null
  stored.forgetPerson(except)
  forgetInTab()
  session.set(null)
}

/**
 * Removes the account's data and the DPoP key from this browser. Other tabs detect this by the storage event.
 */
export function forgetSession(): void {
  forgetHere()
  void forgetKey()
}

/**
 * Called at startup. If the user has signed out in another tab, removes data that a restored tab still
 * contains.
 */
export function forgetLeftBehind(): void {
  if (!hasTokens() && tabStored.get('account') !== null) forgetSession()
}

/** Like forgetSession, and also ends the session on the server if the server can be reached. */
export function abandonSession(): void {
  const token = refreshToken()
  forgetSession()
  if (token) revoke(token).catch(() => undefined)
}

/** Ends the session on the server if it responds, removes it from this browser and reloads the page. */
export async function signOut(reload = reloadPage): Promise<void> {
  const token = refreshToken()
  const notified = token ? await within(4_000, revoke(token)) : true
  await forgetKey()
  forgetSession()
  // The sign-in page shows whether the server confirmed the sign-out. `local` means that the user was signed
  // out only in this browser.
  tabStored.set('signed-out', notified ? 'done' : 'local')
  reload()
}

/** Reloads the page without its query, which can contain search terms or ids of the previous user. */
function reloadPage(): void {
  const { pathname } = window.location
  window.location.replace(isPlain(pathname) ? pathname : '/')
}

const isPlain = (path: string): boolean => everyEntry().some((entry) => entry.path === path)

/** Removes the account's data from this tab after another tab has signed out or changed the account. */
export function leaveTab(): void {
  forgetInTab()
  reloadPage()
}

const within = (milliseconds: number, work: Promise<void>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, milliseconds, false)),
  ])

/**
 * Locks the console after the server has responded that the user must first change the password or set up a
 * second factor.
 */
export function lockSession(by: 'passwordChangeRequired' | 'factorRequired'): void {
  const current = currentSession()
  if (current && !current[by]) session.set({ ...current, [by]: true })
}

/**
 * Interprets a storage event from another tab. Returns `over` if the tokens were removed or now belong to
 * another account. Returns `begun` if there are tokens but this tab has no session. Otherwise returns null.
 */
export function otherTabSession(event: {
  key: string | null
  newValue: string | null
}): 'over' | 'begun' | null {
  if (event.key !== null && event.key !== storageKeys.token) return null
  const current = currentSession()
  if (!event.newValue) return current ? 'over' : null
  if (!current) return 'begun'
  const account = accountOf(event.newValue)
  return account && account !== current.auth.id ? 'over' : null
}

/** Returns the session. Throws an error if there is no session. This cannot happen on pages with a guard. */
export function useSession(): Session & typeof actions {
  const current = useCurrentSession()
  if (!current) throw new Error('useSession() requires a session')
  return { ...current, ...actions }
}

const actions = { signIn, signOut: () => signOut(), reload: loadSession, switchTenant, visitTenant }
