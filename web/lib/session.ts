import { useSyncExternalStore } from 'react'
import { personalTenant, storageKeys } from '../../contract/limits.ts'
import { type SessionRole, sessionRole } from '../../contract/permissions.ts'
import { revoke, type Tokens } from './api.ts'
import { knownConfig, loadConfig } from './config.ts'
import { graphql, type ResultOf, request } from './graphql.ts'
import { stored, tabStored } from './storage.ts'
import { accountOf, clearTokens, refreshToken, storeTokens } from './tokens.ts'

const authQuery = graphql(`
  query Auth {
    auth {
      id
      name
      admin
      authInfo { authCodes tenantInfos { tenantId displayName roles authCodes owner manager } }
      profile { username passwordChangeRequired firstName lastName mobilePhone email emailVerified }
      tenant { id name }
      tenants {
        id name status reject expireAt createDateTime modifyDateTime
        statistics { operatorCount deviceCount }
        viewerCan { delete leave rePrepare }
      }
    }
  }
`)

const visitedQuery = graphql(`
  query GetTenant($id: ID!) {
    getTenant(id: $id) { id name status personal }
  }
`)

export type Auth = ResultOf<typeof authQuery>['auth']
export type AuthTenant = Auth['tenants'][number]

/** One that can be entered. */
export interface SessionTenant {
  id: string
  name: string
  personal: boolean
  status: 'FINISH' | 'EXPIRED'
}

/** The signed-in account and what it is in the organization that this tab is in. */
export interface Session {
  auth: Auth
  role: SessionRole
  admin: boolean
  /** Platform-wide codes, and `organizationAdmin` for who is that here. */
  authCodes: readonly string[]
  tenantId: string
  /** That is the personal organization. */
  personal: boolean
  /** The organizations to choose from: the personal one, then those that can be entered. */
  tenants: readonly SessionTenant[]
  passwordChangeRequired: boolean
}

let current: Session | null = null
let loading: Promise<Session> | null = null
const listeners = new Set<() => void>()

export const currentSession = (): Session | null => current

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: Session | null) {
  current = next
  for (const listener of listeners) listener()
}

/** The session, from memory or fetched. Rejects as request() does. */
export const ensureSession = (): Promise<Session> => (current ? Promise.resolve(current) : loadSession())

/** Fetches the account anew and checks the chosen organization against it. */
export function loadSession(): Promise<Session> {
  loading ??= fetchSession().finally(() => {
    loading = null
  })
  return loading
}

async function fetchSession(): Promise<Session> {
  const [{ auth }] = await Promise.all([request(authQuery), loadConfig()])
  const visited = await loadVisited(auth, chosenTenant())
  return enter(deriveSession(auth, chosenTenant(), deployment(), visited))
}

function enter(session: Session): Session {
  rememberTenant(session)
  change(inChosenRole(session))
  return current ?? session
}

const roleKey = 'role'

/** An administrator may look at the console as a user does: menu and guards then go by that. The server does not. */
const inChosenRole = (session: Session): Session =>
  session.auth.admin && tabStored.get(roleKey) === 'user'
    ? { ...session, role: 'user', admin: false, authCodes: [] }
    : session

/** The specification's role switch, between user and admin, for administrators; this tab's alone. */
export function switchRole(): void {
  if (!current?.auth.admin) return
  if (tabStored.get(roleKey)) tabStored.remove(roleKey)
  else tabStored.set(roleKey, 'user')
  switchTenant(current.tenantId)
}

const deployment = () => knownConfig()?.deployment ?? 'platform'

interface Chosen {
  id: string | null
  name: string | null
}

/** The chosen organization where an administrator is no member of it. */
async function loadVisited(auth: Auth, { id, name }: Chosen): Promise<SessionTenant | undefined> {
  if (!auth.admin || !id || name === personalTenant || belongs(auth, id)) return
  const { getTenant } = await request(visitedQuery, { id })
  return getTenant && !getTenant.personal && isEntered(getTenant) ? getTenant : undefined
}

/** What the specification derives once the user is loaded (sections 4 and 6). */
export function deriveSession(
  auth: Auth,
  chosen: Chosen,
  deployment: 'platform' | 'private',
  visited?: SessionTenant,
): Session {
  const entered: SessionTenant[] = auth.tenants.filter(isEntered).map(sessionTenant)
  if (visited) entered.push(sessionTenant(visited))
  const tenant = chosen.name === personalTenant ? undefined : entered.find((each) => each.id === chosen.id)
  const seat = tenant?.status === 'FINISH' ? seatIn(auth, tenant.id) : undefined
  const role = sessionRole({
    accountId: auth.id,
    admin: auth.admin,
    tenantId: tenant?.id ?? auth.tenant.id,
    ownerOrManager: Boolean(seat?.owner || seat?.manager),
    owner: Boolean(seat?.owner),
    deployment,
  })
  return {
    auth,
    role,
    admin: auth.admin,
    authCodes: [...auth.authInfo.authCodes, ...(isRun(role) ? ['organizationAdmin'] : [])],
    tenantId: tenant?.id ?? auth.tenant.id,
    personal: !tenant,
    tenants: [{ ...auth.tenant, personal: true, status: 'FINISH' }, ...entered],
    passwordChangeRequired: auth.profile.passwordChangeRequired,
  }
}

/** A private deployment's administrator is routed like any organization's. */
const isRun = (role: SessionRole): boolean => role === 'organizationAdmin' || role === 'privateAdmin'

const isEntered = <T extends { status: AuthTenant['status'] }>(
  tenant: T,
): tenant is T & { status: SessionTenant['status'] } =>
  tenant.status === 'FINISH' || tenant.status === 'EXPIRED'

const sessionTenant = ({ id, name, status }: Omit<SessionTenant, 'personal'>): SessionTenant => ({
  id,
  name,
  status,
  personal: false,
})

/** What the account is in one of its organizations: its names, roles and codes there. */
export const seatIn = (auth: Auth, tenantId: string): Auth['authInfo']['tenantInfos'][number] | undefined =>
  auth.authInfo.tenantInfos.find((each) => each.tenantId === tenantId)

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

function forgetTenant() {
  for (const storage of [stored, tabStored]) {
    storage.remove(storageKeys.tenantId)
    storage.remove(storageKeys.tenantName)
  }
}

/** Enters another of `session.tenants`; the session role follows. */
export function switchTenant(id: string): void {
  if (!current?.tenants.some((each) => each.id === id)) return
  const name = id === current.auth.tenant.id ? personalTenant : ''
  // What an administrator visits stays among their own until the next load.
  const visited = current.tenants.find((each) => !each.personal && !belongs(current!.auth, each.id))
  enter(deriveSession(current.auth, { id, name }, deployment(), visited))
}

/** The organization that an administrator is in without being a member of it. */
export const visitedTenant = ({ auth, tenantId, tenants }: Session): SessionTenant | undefined =>
  tenants.find(({ id, personal }) => id === tenantId && !personal && !belongs(auth, id))

const belongs = ({ tenants }: Auth, id: string): boolean => tenants.some((each) => each.id === id)

/** Enters any organization: an administrator's, who is no member of it. Stays where one is where it does not exist. */
export async function visitTenant({ id, name }: { id: string; name: string }): Promise<void> {
  for (const storage of [stored, tabStored]) {
    storage.set(storageKeys.tenantId, id)
    storage.set(storageKeys.tenantName, name)
  }
  await loadSession()
}

/** Keeps the tokens of a sign-in and loads the account, in the organization that is named where it belongs to it. */
export function signIn(tokens: Tokens, tenantId?: string): Promise<Session> {
  change(null)
  tabStored.remove(roleKey)
  storeTokens(tokens)
  if (tenantId !== undefined) {
    tabStored.set(storageKeys.tenantId, tenantId)
    // Whatever is not personal is looked up by its id.
    tabStored.set(storageKeys.tenantName, tenantId === personalTenant ? personalTenant : tenantId)
  }
  return loadSession()
}

/** Forgets the account in this browser: storage and memory. Other tabs notice the missing token. */
export function forgetSession(): void {
  clearTokens()
  forgetTenant()
  tabStored.remove(roleKey)
  change(null)
}

/** What the page that follows a sign-out says: `done`, or `local` where the server could not be told. */
export const signedOutKey = 'signed-out'

/** Ends the session on the server where it answers, forgets it here in any case, and reloads. */
export async function signOut(reload = () => window.location.reload()): Promise<void> {
  const token = refreshToken()
  const told = token ? await within(4_000, revoke(token)) : true
  forgetSession()
  tabStored.set(signedOutKey, told ? 'done' : 'local')
  reload()
}

const within = (milliseconds: number, work: Promise<void>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, milliseconds, false)),
  ])

/** A call answered PASSWORD_CHANGE_REQUIRED: the console asks for the new password before anything else. */
export function requirePasswordChange(): void {
  if (current && !current.passwordChangeRequired) change({ ...current, passwordChangeRequired: true })
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
  if (!event.newValue) return current ? 'over' : null
  if (!current) return 'begun'
  const account = accountOf(event.newValue)
  return account && account !== current.auth.id ? 'over' : null
}

/** The session of a page behind the sign-in. Throws where there is none: the guard lets no such page be shown. */
export function useSession(): Session & typeof deeds {
  const session = useSyncExternalStore(subscribeSession, currentSession)
  if (!session) throw new Error('No session')
  return { ...session, ...deeds }
}

const deeds = { signIn, signOut: () => signOut(), reload: loadSession, switchTenant, visitTenant }
