import { personalTenant } from '../../../contract/limits.ts'
import { type SessionRole, sessionRole } from '../../../contract/permissions.ts'
import { graphql, type ResultOf } from '../graphql.ts'

export const authQuery = graphql(`
  query Auth {
    auth {
      id
      name
      admin
      lastTenantId
      factorRequired
      authInfo { authCodes tenantInfos { tenantId displayName roles authCodes owner manager } }
      profile { username passwordChangeRequired firstName lastName mobilePhone email emailVerified }
      termsToAgree { version changed termsUrl privacyUrl }
      tenant { id name }
      tenants {
        id name status reject expireAt createDateTime modifyDateTime
        statistics { operatorCount deviceCount }
        viewerCan { delete leave rePrepare acceptFactor }
      }
    }
  }
`)

export const visitedQuery = graphql(`
  query GetTenant($id: ID!) {
    getTenant(id: $id) { id name status personal }
  }
`)

export type Auth = ResultOf<typeof authQuery>['auth']
export type AuthTenant = Auth['tenants'][number]

/** An organization that the account can switch to. */
export interface SessionTenant {
  id: string
  name: string
  personal: boolean
  status: 'FINISH' | 'EXPIRED'
}

/** The signed-in account, and its role in the organization that this tab shows. */
export interface Session {
  auth: Auth
  role: SessionRole
  admin: boolean
  /**
   * Permission codes of the account for the whole platform, plus `organizationAdmin` if the account has this
   * role in the current organization.
   */
  authCodes: readonly string[]
  tenantId: string
  /** Whether the current organization is the personal organization. */
  personal: boolean
  /** Whether the account owns or manages the current organization. */
  ownerOrManager: boolean
  /** The organizations that the user can switch to. The personal organization is the first one. */
  tenants: readonly SessionTenant[]
  passwordChangeRequired: boolean
  /** Whether a second factor is required but has not been set up. */
  factorRequired: boolean
}

/** The organization to open, as stored in the browser. */
export interface Chosen {
  id: string | null
  name: string | null
}

/** Derives the session from the account (specification, sections 4 and 6). */
export function deriveSession(
  auth: Auth,
  chosen: Chosen,
  deployment: 'platform' | 'private',
  visited?: SessionTenant,
): Session {
  const entered: SessionTenant[] = auth.tenants
    .filter(isEntered)
    .filter(({ viewerCan }) => !viewerCan.acceptFactor)
    .map(sessionTenant)
  if (visited) entered.push(sessionTenant(visited))
  const tenant = chosen.name === personalTenant ? undefined : entered.find((each) => each.id === chosen.id)
  const member = tenant?.status === 'FINISH' ? memberIn(auth, tenant.id) : undefined
  const ownerOrManager = Boolean(member?.owner || member?.manager)
  const role = sessionRole({
    accountId: auth.id,
    admin: auth.admin,
    tenantId: tenant?.id ?? auth.tenant.id,
    ownerOrManager,
    owner: Boolean(member?.owner),
    deployment,
  })
  return {
    auth,
    role,
    admin: auth.admin,
    authCodes: [...auth.authInfo.authCodes, ...(isRun(role) ? ['organizationAdmin'] : [])],
    tenantId: tenant?.id ?? auth.tenant.id,
    personal: !tenant,
    ownerOrManager,
    tenants: [{ ...auth.tenant, personal: true, status: 'FINISH' }, ...entered],
    passwordChangeRequired: auth.profile.passwordChangeRequired,
    factorRequired: auth.factorRequired,
  }
}

/** Whether the user must complete a required step before any page can open. */
export const isLocked = ({ passwordChangeRequired, factorRequired, auth }: Session): boolean =>
  passwordChangeRequired || factorRequired || Boolean(auth.termsToAgree)

/**
 * Whether the role includes the permission code `organizationAdmin`. The role `privateAdmin` includes the
 * code, because it has the same menu as `organizationAdmin`.
 */
const isRun = (role: SessionRole): boolean => role === 'organizationAdmin' || role === 'privateAdmin'

export const isEntered = <T extends { status: AuthTenant['status'] }>(
  tenant: T,
): tenant is T & { status: SessionTenant['status'] } =>
  tenant.status === 'FINISH' || tenant.status === 'EXPIRED'

const sessionTenant = ({ id, name, status }: Omit<SessionTenant, 'personal'>): SessionTenant => ({
  id,
  name,
  status,
  personal: false,
})

/**
 * Returns the names, roles and permission codes that the account has in an organization. Returns undefined if
 * the account is not a member.
 */
export const memberIn = (auth: Auth, tenantId: string): Auth['authInfo']['tenantInfos'][number] | undefined =>
  auth.authInfo.tenantInfos.find((each) => each.tenantId === tenantId)

export const belongs = ({ tenants }: Auth, id: string): boolean => tenants.some((each) => each.id === id)
