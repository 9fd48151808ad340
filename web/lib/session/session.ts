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
} from './account.ts'
import { revoke, type Tokens } from './api.ts'
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
} from './account.ts'

const session = makeStore<Session | null>(null)
export const { get: currentSession, subscribe: subscribeSession, use: useCurrentSession } = session

/** Counts the people who come and go here: what was asked for one is not answered to the next. */
let sitting = 0
let loading: Promise<Session> | null = null

/** The session, from memory or fetched. Rejects as request() does. */
export const ensureSession = async (): Promise<Session> => currentSession() ?? loadSession()

/** Fetches the account anew and checks the chosen organization against it. */
export function loadSession(): Promise<Session> {
  loading ??= load(chosenTenant)
  return loading
}

let ownActs = 0
/** Whether the session changes because of an act in this tab, which its page has already announced. */
export const isOwnAct = (): boolean => ownActs > 0

/** Fetches the account after an act in this tab changed it. A failure shows at the next call. */
export async function refreshSession(): Promise<void> {
  ownActs += 1
  await loadSession().catch(() => undefined)
  ownActs -= 1
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

/** An administrator may look at the console as a user does: menu and guards then go by that. The server does not. */
const inChosenRole = (next: Session): Session =>
  next.auth.admin && tabStored.get('role') === 'user'
    ? { ...next, role: 'user', admin: false, authCodes: [] }
    : next

/** The specification's role switch, between user and admin, for administrators; this tab's alone. */
export function switchRole(): void {
  const current = currentSession()
  if (!current?.auth.admin) return
  if (tabStored.get('role')) tabStored.remove('role')
  else tabStored.set('role', 'user')
  enterTenant(current.tenantId)
}

const deployment = () => knownConfig()?.deployment ?? 'platform'

/** The chosen organization where an administrator is no member of it. */
async function loadVisited(auth: Auth, { id, name }: Chosen): Promise<SessionTenant | undefined> {
  if (!auth.admin || !id || name === personalTenant || belongs(auth, id)) return
  const { getTenant } = await request(visitedQuery, { id }).catch((error: unknown) => {
    // Where it is refused, the session starts in the personal organization: the account itself was loaded.
    if (isUnanswered(error)) throw error
    return { getTenant: null }
  })
  return getTenant && !getTenant.personal && isEntered(getTenant) ? getTenant : undefined
}

/** This tab's choice; a new tab starts with the last one made in any. */
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

/** A tab that was brought back, or slept, may still have what was another account's. */
function claimTab(accountId: string) {
  const owner = tabStored.get('account')
  if (owner !== null && owner !== accountId) forgetInTab()
  tabStored.set('account', accountId)
}

/** Enters another of `session.tenants`; the session role follows, and the next sign-in comes back there. */
export function switchTenant(id: string): void {
  if (enterTenant(id)) tellEntered(id)
}

/** The server remembers where its menu was asked for last. */
function tellEntered(id: string) {
  requestMenu(id === currentSession()?.auth.tenant.id ? personalTenant : id).catch(() => undefined)
}

/** false where it is none of `session.tenants`. */
function enterTenant(id: string): boolean {
  const current = currentSession()
  if (!current?.tenants.some((each) => each.id === id)) return false
  const name = id === current.auth.tenant.id ? personalTenant : ''
  // What an administrator visits stays among their own until the next load.
  const visited = current.tenants.find((each) => !each.personal && !belongs(current.auth, each.id))
  ownActs += 1
  enter(deriveSession(current.auth, { id, name }, deployment(), visited))
  ownActs -= 1
  return true
}

/** The organization that an administrator is in without being a member of it. */
export const visitedTenant = ({ auth, tenantId, tenants }: Session): SessionTenant | undefined =>
  tenants.find(({ id, personal }) => id === tenantId && !personal && !belongs(auth, id))

/** Enters any organization: an administrator's, who is no member of it. Stays where one is where it does not exist. */
export async function visitTenant({ id, name }: { id: string; name: string }): Promise<void> {
  for (const storage of [stored, tabStored]) {
    storage.set(storageKeys.tenantId, id)
    storage.set(storageKeys.tenantName, name)
  }
  ownActs += 1
  await loadSession().finally(() => {
    ownActs -= 1
  })
  if (currentSession()?.tenantId === id) tellEntered(id)
}

/**
 * Keeps the tokens of a sign-in and loads the account, in the organization that is named where it belongs to it; where
 * none is, in the one that it was last in.
 */
export async function signIn(tokens: Tokens, tenantId?: string): Promise<Session> {
  // Not the tokens: other tabs of the same account would take their absence for a sign-out.
  forgetHere([storageKeys.token, storageKeys.refreshToken])
  storeTokens(tokens)
  loading = load((auth) => {
    const id = tenantId ?? auth.lastTenantId
    // Whatever is not personal is looked up by its id.
    return id === null || id === auth.id ? { id: null, name: personalTenant } : { id, name: id }
  })
  const entered = await loading
  if (tenantId !== undefined) tellEntered(entered.tenantId)
  return entered
}

function forgetHere(except: readonly string[] = []) {
  sitting += 1
  loading = null
  stored.forgetPerson(except)
  forgetInTab()
  session.set(null)
}

/** Forgets the account in this browser: storage, key and memory. Other tabs notice the missing token. */
export function forgetSession(): void {
  forgetHere()
  void forgetKey()
}

/** At the start: what the last person has left in a tab that was brought back, where nobody is signed in any more. */
export function forgetLeftBehind(): void {
  if (!hasTokens() && tabStored.get('account') !== null) forgetSession()
}

/** The same, and notifies the server where it can be reached. */
export function abandonSession(): void {
  const token = refreshToken()
  forgetSession()
  if (token) revoke(token).catch(() => undefined)
}

/** Ends the session on the server where it answers, forgets it here in any case, and reloads. */
export async function signOut(reload = reloadPage): Promise<void> {
  const token = refreshToken()
  const told = token ? await within(4_000, revoke(token)) : true
  await forgetKey()
  forgetSession()
  // What the page says then: `local` where the server could not be reached.
  tabStored.set('signed-out', told ? 'done' : 'local')
  reload()
}

/** For whoever comes next: without what the URL says of the account, its search words or whose page it is. */
function reloadPage(): void {
  const { pathname } = window.location
  window.location.replace(isPlain(pathname) ? pathname : '/')
}

const isPlain = (path: string): boolean => everyEntry().some((entry) => entry.path === path)

/** Another tab has signed out, or in as somebody else: nothing of the account is left in this one. */
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

/** A call answered that something has to be done first: the console asks for it before anything else. */
export function lockSession(by: 'passwordChangeRequired' | 'factorRequired'): void {
  const current = currentSession()
  if (current && !current[by]) session.set({ ...current, [by]: true })
}

/**
 * What happened in another tab, from its storage event: `over` once the tokens are gone or speak for another
 * account, `begun` once there are some where this tab had none.
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

/** The session of a page behind the sign-in. Throws where there is none: the guard lets no such page be shown. */
export function useSession(): Session & typeof actions {
  const current = useCurrentSession()
  if (!current) throw new Error('No session')
  return { ...current, ...actions }
}

const actions = { signIn, signOut: () => signOut(), reload: loadSession, switchTenant, visitTenant }
