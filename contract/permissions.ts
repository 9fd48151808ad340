/**
 * Session roles, which the console's router uses. A session role is derived when the user is loaded and is
 * never stored.
 */
export type SessionRole = 'adminPlus' | 'selfAdmin' | 'privateAdmin' | 'organizationAdmin' | 'user'

interface SessionFacts {
  accountId: string
  admin: boolean
  /** The current organization of the session. The id of a personal organization is the account's id. */
  tenantId: string
  /** Whether the account owns or manages the current organization and the organization's status is FINISH. */
  ownerOrManager: boolean
  owner: boolean
  deployment: 'platform' | 'private'
}

/** Returns the session role, as defined in section 4 of the specification. */
export function sessionRole(facts: SessionFacts): SessionRole {
  const personal = facts.tenantId === facts.accountId
  if (facts.admin) return personal ? 'selfAdmin' : 'adminPlus'
  if (personal) return 'user'
  if (facts.deployment === 'private' && facts.owner) return 'privateAdmin'
  return facts.ownerOrManager ? 'organizationAdmin' : 'user'
}

/** Whether the session can open the route, as defined in section 6 of the specification. */
export function routeAllowed(
  route: { requiresAuth?: boolean; roles?: readonly string[] },
  session: { role: SessionRole; admin: boolean; authCodes: readonly string[] },
): boolean {
  if (!route.requiresAuth || !route.roles) return true
  if (route.roles.includes('*') || route.roles.includes(session.role)) return true
  return !session.admin && route.roles.some((role) => session.authCodes.includes(role))
}

/**
 * Relations between the viewer and the target of a request. They are determined in the transaction of the
 * request.
 */
export type Relation =
  | 'signedIn'
  | 'self'
  | 'admin'
  | 'organization_list'
  | 'certification_audit'
  | 'account_management'
  | 'application_management'
  /** A viewer who can read the audit log of the platform. */
  | 'audit_view'
  /** A viewer who manages credentials on the platform: sessions, passwords and keys. */
  | 'security_management'
  | 'owner'
  | 'manager'
  | 'member'
  | 'applicant'
  /** A member or the owner of an expired organization. */
  | 'expiredMember'
  /** The owner of an organization that has no other members. The organization may have expired. */
  | 'soleMember'
  /**
   * A member of an organization that requires a second factor. The member has neither set up a second factor
   * nor accepted this requirement.
   */
  | 'pendingMember'
  /** A holder of certification_audit who is not the applicant. */
  | 'reviewer'
  /**
   * A holder of account_management who also holds every permission code of the target account. The target
   * must not be an administrator.
   */
  | 'accountManager'
  /**
   * A holder of security_management who also holds every permission code of the target account. The target
   * must not be an administrator.
   */
  | 'securityManager'
  /**
   * An accountManager or securityManager whose target is their own account or an account that neither owns
   * nor manages an organization.
   */
  | 'credentialsManager'
  /** An administrator or a holder of application_management, if the target belongs to no organization. */
  | 'platform'
  /**
   * The owner of the member's organization, or a manager of it. A manager is the superior only of members who
   * are neither the owner nor a manager.
   */
  | 'superior'
  /** A service account that holds data_view in the organization that the target belongs to. */
  | 'service'
  /** A viewer who can manage the application whose events are requested. */
  | 'applicationManager'
  /**
   * An applicationManager who can change the application. Only administrators can change first-party
   * applications.
   */
  | 'applicationOwner'

/**
 * The permission table. A viewer can perform an action if at least one of the listed relations exists between
 * the viewer and the target.
 */
export const actions = {
  /** Actions of a signed-in user on their own account. */
  ACCOUNT_OWN: ['signedIn'],
  SESSION_END: ['self'],
  AUTH_CODE_LIST: ['signedIn'],
  AREA_READ: ['signedIn'],
  MESSAGE_OWN: ['signedIn'],
  /** Managing one's own saved views, and reading the views that are shared in one's organizations. */
  VIEW_OWN: ['signedIn'],
  /** Changing an existing view. `self` is the owner of a personal view. */
  VIEW_CHANGE: ['self', 'owner', 'manager'],
  /** Sharing a view with an organization. */
  VIEW_SHARE: ['owner', 'manager'],
  ACCOUNT_CREATE: ['admin', 'account_management'],
  /** Reading all fields of any account. Bulk actions additionally check ACCOUNT_MANAGE for each account. */
  ACCOUNT_READ: ['admin', 'account_management', 'security_management'],
  /** Looking up a single object. Objects that the viewer cannot see are reported as not found. */
  ACCOUNT_LOOK_UP: ['signedIn'],
  ACCOUNT_MANAGE: ['admin', 'accountManager'],
  /** Resetting an account. To reset its password, ACCOUNT_CREDENTIALS is also required. */
  ACCOUNT_RESET: ['admin', 'accountManager', 'securityManager'],
  /** Listing the sessions of other accounts. */
  ACCOUNT_SESSIONS_SEE: ['admin', 'security_management'],
  /** Ending the sessions of any account. The user can then sign in again. */
  ACCOUNT_SESSIONS_END: ['admin', 'accountManager', 'security_management'],
  /** Reading the SMS log. Phone numbers are masked. */
  SMS_READ: ['admin', 'security_management'],
  /** Managing the keys that sign tokens and audit seals. */
  KEY_MANAGE: ['admin', 'security_management'],
  /**
   * Setting the phone number or password of another account. This gives full access to the account and to
   * everything that it manages.
   */
  ACCOUNT_CREDENTIALS: ['admin', 'credentialsManager'],
  /** Removing all second factors of another account. Two administrators must agree. */
  ACCOUNT_FACTORS: ['admin', 'securityManager'],
  ACCOUNT_FACTORS_KEEP: ['admin', 'securityManager', 'self'],
  /** Unlinking the identity of a provider from an account. */
  ACCOUNT_UNLINK: ['admin', 'accountManager', 'self'],
  ACCOUNT_GRANT: ['admin'],
  ACCOUNT_APPOINT: ['admin'],
  ACCOUNT_CLOSE: ['admin'],

  TENANT_LIST: ['admin', 'organization_list', 'certification_audit'],
  /** Looking up a single object. Objects that the viewer cannot see are reported as not found. */
  TENANT_LOOK_UP: ['signedIn'],
  TENANT_APPLY: ['signedIn'],
  TENANT_CREATE: ['admin', 'organization_list'],
  TENANT_UPDATE: ['admin', 'organization_list', 'owner', 'manager', 'applicant'],
  TENANT_RENAME: ['admin', 'organization_list', 'applicant'],
  /** Changing an organization's expiry date, owner, review of uploads and `internal` flag. */
  TENANT_ADMINISTER: ['admin', 'organization_list'],
  /** Switching one's session to this organization. */
  TENANT_ENTER: ['admin', 'member', 'expiredMember'],
  TENANT_DELETE: ['admin', 'organization_list', 'applicant', 'soleMember'],
  TENANT_APPLY_AGAIN: ['admin', 'applicant'],
  TENANT_REVIEW: ['admin', 'reviewer'],
  /**
   * Reading the documents of an organization request. `applicant` is the person who submitted the request.
   */
  TENANT_PAPER_READ: ['admin', 'certification_audit', 'applicant'],
  TENANT_PAPER_CHANGE: ['applicant'],
  /** Listing pending and decided organization requests. */
  TENANT_APPLICATION_LIST: ['admin', 'certification_audit'],
  TENANT_HAND_OVER: ['admin', 'owner'],
  TENANT_REQUIRE_FACTOR: ['owner'],
  TENANT_ACCEPT_FACTOR: ['pendingMember'],
  TENANT_LEAVE: ['member', 'expiredMember', 'pendingMember'],

  DEVICE_LIST: ['admin', 'account_management', 'member', 'service'],
  /** Looking up a single object. Objects that the viewer cannot see are reported as not found. */
  DEVICE_LOOK_UP: ['signedIn', 'service'],
  DEVICE_MANAGE: ['admin', 'account_management'],

  MEMBER_LIST: ['admin', 'account_management', 'security_management', 'owner', 'manager'],
  MEMBER_INVITE: ['admin', 'owner', 'manager'],
  /**
   * Managing members and their permissions in general. Actions on a single member check MEMBER_MANAGE
   * instead.
   */
  MEMBER_ADMINISTER: ['admin', 'owner', 'manager'],
  MEMBER_PROMOTE: ['admin', 'owner'],
  MEMBER_MANAGE: ['admin', 'superior'],
  MEMBER_NAME: ['admin', 'superior', 'self'],

  /** Receiving the events of an organization, of the platform or of an application through webhooks. */
  EVENT_FOLLOW: ['owner', 'manager', 'platform', 'applicationManager'],
  /** Changing the URL to which events are sent. */
  WEBHOOK_CHANGE: ['owner', 'manager', 'platform', 'applicationOwner'],
  /** Reading events through the event feed. */
  EVENT_READ: ['owner', 'manager', 'platform', 'service'],
  /** Managing OAuth applications. */
  APPLICATION_MANAGE: ['admin', 'application_management'],
  /** Allowing an application to skip the consent page. */
  APPLICATION_TRUST: ['admin'],
  /** Managing identity sources. */
  IDENTITY_SOURCE_MANAGE: ['admin'],
  /** Reading which identities are linked to another account. */
  IDENTITY_READ: ['admin', 'account_management'],
  /** Managing the service accounts of an organization. */
  SERVICE_ACCOUNT_MANAGE: ['admin', 'owner', 'manager'],

  /** Viewing the charts of the platform. Each chart shows only data that the viewer can list. */
  PLATFORM_SEE: [
    'admin',
    'organization_list',
    'certification_audit',
    'account_management',
    'security_management',
  ],

  /** Viewing the getting-started checklist. Only administrators see the checklist of the platform. */
  CHECKLIST: ['owner', 'manager', 'platform'],

  AUDIT_LIST: ['admin', 'audit_view', 'owner', 'manager', 'self'],
} as const satisfies Record<string, readonly Relation[]>

export type Action = keyof typeof actions

export function allowed(action: Action, relations: ReadonlySet<Relation>): boolean {
  return (actions[action] as readonly Relation[]).some((relation) => relations.has(relation))
}
