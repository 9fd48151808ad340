/** Session roles: what the console's routing asks. Derived after the user is loaded, never stored. */
export type SessionRole = 'adminPlus' | 'selfAdmin' | 'privateAdmin' | 'organizationAdmin' | 'user'

interface SessionFacts {
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
export type Relation =
  | 'signedIn'
  | 'self'
  | 'admin'
  | 'organization_list'
  | 'certification_audit'
  | 'account_management'
  | 'application_management'
  /** Reads the audit log of the platform. */
  | 'audit_view'
  /** Runs what people sign in with: sessions, passwords, keys. */
  | 'security_management'
  | 'owner'
  | 'manager'
  | 'member'
  | 'applicant'
  /** A member, its owner too, of an organization that has expired. */
  | 'expiredMember'
  /** The owner of an organization, expired or not, that has no other member. */
  | 'soleMember'
  /** Added to an organization that requires a second factor, without having one or having accepted that. */
  | 'pendingMember'
  /** Certifies, and did not apply for this one. */
  | 'reviewer'
  /** Of an account: holds account_management and every code that the account holds. Of an administrator: nobody. */
  | 'accountManager'
  /** Of an account: holds security_management and every code that the account holds. Of an administrator: nobody. */
  | 'securityManager'
  /** An accountManager or securityManager, of their own account or of one that owns and manages no organization. */
  | 'credentialsManager'
  /** Of what belongs to no organization: an administrator, or whoever holds application_management. */
  | 'platform'
  /** Of a member: the owner of all, a manager of those who are neither owner nor manager. */
  | 'superior'
  /** A service account of the organization, with data_view in it. */
  | 'service'
  /** Of what an application is told: whoever may manage the application. */
  | 'applicationManager'
  /** An applicationManager who may change the application: of a first-party one an administrator alone. */
  | 'applicationOwner'

/** Who may: an action is allowed to whoever has one of its relations. */
export const actions = {
  /** Anyone signed in, on their own account. */
  ACCOUNT_OWN: ['signedIn'],
  SESSION_END: ['self'],
  AUTH_CODE_LIST: ['signedIn'],
  AREA_READ: ['signedIn'],
  /** Own messages. */
  MESSAGE_OWN: ['signedIn'],
  /** Views of lists: one's own, and those to be seen of organizations that one belongs to. */
  VIEW_OWN: ['signedIn'],
  /** One that is there: one's own, or an organization's. */
  VIEW_CHANGE: ['self', 'owner', 'manager'],
  /** Giving one to an organization. */
  VIEW_SHARE: ['owner', 'manager'],
  ACCOUNT_CREATE: ['admin', 'account_management'],
  /** Any account in full; over many at once, what may be done with each is ACCOUNT_MANAGE. */
  ACCOUNT_READ: ['admin', 'account_management', 'security_management'],
  /** Any one: what may not be seen is answered as if it did not exist. */
  ACCOUNT_LOOK_UP: ['signedIn'],
  ACCOUNT_MANAGE: ['admin', 'accountManager'],
  /** Their passwords, where ACCOUNT_CREDENTIALS allows it, too. */
  ACCOUNT_RESET: ['admin', 'accountManager', 'securityManager'],
  /** Where somebody else is signed in. */
  ACCOUNT_SESSIONS_SEE: ['admin', 'security_management'],
  /** Of anybody: whose session ends signs in anew. */
  ACCOUNT_SESSIONS_END: ['admin', 'accountManager', 'security_management'],
  /** What was sent to whom by SMS, numbers masked. */
  SMS_READ: ['admin', 'security_management'],
  /** Keys that sign tokens and seals. */
  KEY_MANAGE: ['admin', 'security_management'],
  /** Phone and password: whoever sets them can become that account, with all that it runs. */
  ACCOUNT_CREDENTIALS: ['admin', 'credentialsManager'],
  /** Removing the second factors of others, two together. */
  ACCOUNT_FACTORS: ['admin', 'securityManager'],
  ACCOUNT_FACTORS_KEEP: ['admin', 'securityManager', 'self'],
  ACCOUNT_GRANT: ['admin'],
  ACCOUNT_APPOINT: ['admin'],
  ACCOUNT_CLOSE: ['admin'],

  TENANT_LIST: ['admin', 'organization_list', 'certification_audit'],
  /** Any one: what may not be seen is answered as if it did not exist. */
  TENANT_LOOK_UP: ['signedIn'],
  TENANT_APPLY: ['signedIn'],
  TENANT_CREATE: ['admin', 'organization_list'],
  TENANT_UPDATE: ['admin', 'organization_list', 'owner', 'manager', 'applicant'],
  TENANT_RENAME: ['admin', 'organization_list', 'applicant'],
  /** Expiry, the audit of uploads, the owner. */
  TENANT_ADMINISTER: ['admin', 'organization_list'],
  /** With a session that is then in it. */
  TENANT_ENTER: ['admin', 'member', 'expiredMember'],
  TENANT_DELETE: ['admin', 'organization_list', 'applicant', 'soleMember'],
  TENANT_APPLY_AGAIN: ['admin', 'applicant'],
  TENANT_REVIEW: ['admin', 'reviewer'],
  /** What was handed in with an application: by who handed it in. */
  TENANT_PAPER_READ: ['admin', 'certification_audit', 'applicant'],
  TENANT_PAPER_CHANGE: ['applicant'],
  /** What waits for a decision and what was decided. */
  TENANT_APPLICATION_LIST: ['admin', 'certification_audit'],
  TENANT_HAND_OVER: ['admin', 'owner'],
  TENANT_REQUIRE_FACTOR: ['owner'],
  TENANT_ACCEPT_FACTOR: ['pendingMember'],
  TENANT_LEAVE: ['member', 'expiredMember', 'pendingMember'],

  DEVICE_LIST: ['admin', 'account_management', 'member', 'service'],
  /** Any one: what may not be seen is answered as if it did not exist. */
  DEVICE_LOOK_UP: ['signedIn', 'service'],
  DEVICE_MANAGE: ['admin', 'account_management'],

  MEMBER_LIST: ['admin', 'account_management', 'security_management', 'owner', 'manager'],
  MEMBER_INVITE: ['admin', 'owner', 'manager'],
  /** Who belongs to the organization and what each one may; over one of them, MEMBER_MANAGE. */
  MEMBER_ADMINISTER: ['admin', 'owner', 'manager'],
  MEMBER_PROMOTE: ['admin', 'owner'],
  MEMBER_MANAGE: ['admin', 'superior'],
  MEMBER_NAME: ['admin', 'superior', 'self'],

  /** What happens in an organization, on the whole platform, or what an application is told: by webhook. */
  EVENT_FOLLOW: ['owner', 'manager', 'platform', 'applicationManager'],
  /** Where these events are sent. */
  WEBHOOK_CHANGE: ['owner', 'manager', 'platform', 'applicationOwner'],
  /** The same by feed. */
  EVENT_READ: ['owner', 'manager', 'platform', 'service'],
  /** What signs people in with their account here. */
  APPLICATION_MANAGE: ['admin', 'application_management'],
  /** Without asking them whether it may know who they are. */
  APPLICATION_TRUST: ['admin'],
  /** An organization's own programs. */
  SERVICE_ACCOUNT_MANAGE: ['admin', 'owner', 'manager'],

  /** How its numbers have changed: of what one may list. */
  PLATFORM_SEE: [
    'admin',
    'organization_list',
    'certification_audit',
    'account_management',
    'security_management',
  ],

  /** What a beginning consists of: of their organization, of the platform administrators alone. */
  CHECKLIST: ['owner', 'manager', 'platform'],

  AUDIT_LIST: ['admin', 'audit_view', 'owner', 'manager', 'self'],
} as const satisfies Record<string, readonly Relation[]>

export type Action = keyof typeof actions

export function allowed(action: Action, relations: ReadonlySet<Relation>): boolean {
  return (actions[action] as readonly Relation[]).some((relation) => relations.has(relation))
}
