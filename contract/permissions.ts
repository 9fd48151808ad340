/** Session roles: what the console's routing asks. Derived after the user is loaded, never stored. */
export type SessionRole = 'adminPlus' | 'selfAdmin' | 'privateAdmin' | 'organizationAdmin' | 'user'

export interface SessionFacts {
  accountId: string
  admin: boolean
  /** The organization that the session is in; the personal one has the account's id. */
  tenantId: string
  /** What the account is in that organization, where it is FINISH. */
  ownerOrManager: boolean
  owner: boolean
  deployment: 'platform' | 'private'
}

/** The session role of specification, section 4. */
export function sessionRole(facts: SessionFacts): SessionRole {
  const personal = facts.tenantId === facts.accountId
  if (facts.admin) return personal ? 'selfAdmin' : 'adminPlus'
  if (personal) return 'user'
  if (facts.deployment === 'private' && facts.owner) return 'privateAdmin'
  return facts.ownerOrManager ? 'organizationAdmin' : 'user'
}

/** A route's demand against a session; specification, section 6. */
export function routeAllowed(
  route: { requiresAuth?: boolean; roles?: readonly string[] },
  session: { role: SessionRole; admin: boolean; authCodes: readonly string[] },
): boolean {
  if (!route.requiresAuth || !route.roles) return true
  if (route.roles.includes('*') || route.roles.includes(session.role)) return true
  return !session.admin && route.roles.some((role) => session.authCodes.includes(role))
}

/** What the viewer is towards the target of a call; computed inside its transaction. */
export type Standing =
  | 'signedIn'
  | 'self'
  | 'admin'
  | 'organization_list'
  | 'certification_audit'
  | 'account_management'
  | 'owner'
  | 'manager'
  | 'member'
  | 'applicant'

/** Who may: an action is allowed to whoever has one of its standings. */
export const actions = {
  /** Anyone signed in, on their own account. */
  ACCOUNT_OWN: ['signedIn'],
  SESSION_END: ['self'],
  AUTH_CODE_LIST: ['signedIn'],
} as const satisfies Record<string, readonly Standing[]>

export type Action = keyof typeof actions

export function allowed(action: Action, standings: ReadonlySet<Standing>): boolean {
  return (actions[action] as readonly Standing[]).some((standing) => standings.has(standing))
}
