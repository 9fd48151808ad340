import type { FastifyRequest } from 'fastify'
import { required } from '../../contract/required.ts'
import { findAccount } from '../accounts/store.ts'
import { findLiveGrant } from '../applications/grants.ts'
import { findApplication } from '../applications/store.ts'
import { type Credentials, credentialsOf } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import { lockOf } from '../core/viewer.ts'
import type { Database } from '../db/open.ts'
import { findTenantCodes } from '../members/codes.ts'
import { effectiveCodes, effectiveRoles } from '../members/effective-permissions.ts'
import { findMemberships } from '../members/store.ts'
import { loadViewerRow } from '../sessions/store.ts'
import { findPending } from '../tenants/members.ts'
import { findTenants, type TenantRow } from '../tenants/store.ts'
import type { EndpointDependencies } from './dependencies.ts'
import { OAuthError } from './errors.ts'
import { formOf } from './form.ts'
import { lockedError } from './locks.ts'
import { readClaims } from './openid/claims.ts'
import type { ApplicationToken } from './verify.ts'

/**
 * Returns the access token in the header or the form body (RFC 6750, section 2). Throws invalid_request if
 * the token is missing.
 */
function tokenOf(request: FastifyRequest): Credentials {
  const inHeader = credentialsOf(request)
  const inForm = request.method === 'POST' ? formOf(request).get('access_token') : undefined
  if (inHeader && inForm)
    throw new OAuthError(400, 'invalid_request', 'the access token must be sent only once')
  const credentials = inForm ? { ...inHeader, token: inForm } : inHeader
  if (!credentials) throw new OAuthError(401, 'invalid_request', 'an access token is required')
  return credentials
}

const invalidToken = () => new OAuthError(401, 'invalid_token', 'the access token is invalid or has expired')

/**
 * Returns the viewer for a console access token whose session is active (RFC 6750). Otherwise throws
 * invalid_token.
 */
export async function authenticateBearer(
  deps: EndpointDependencies,
  request: FastifyRequest,
): Promise<Viewer> {
  const { token, proof } = tokenOf(request)
  const subject = proof ? null : await deps.verifyAccessToken(token)
  const viewer = subject && (await loadViewerRow(deps.db.query, subject, deps.secondFactor))
  if (!viewer) throw invalidToken()
  return viewer
}

/**
 * Returns the current account with its organizations and permissions. An application gets the claims that its
 * scopes grant. A service of the platform that has a console token gets all claims.
 */
export async function userinfo(deps: EndpointDependencies, request: FastifyRequest) {
  const credentials = tokenOf(request)
  const token = await deps.verifyApplicationToken(credentials.token)
  if (!token) return consoleUserinfo(deps, request)
  if (!(await deps.isPresentedCorrectly(token, credentials)))
    throw new OAuthError(
      401,
      'invalid_dpop_proof',
      'a new DPoP proof is required for the key that the token is bound to',
    )
  return applicationUserinfo(deps, token)
}

async function applicationUserinfo(deps: EndpointDependencies, token: ApplicationToken) {
  const { db, issuer } = deps
  const scopes = new Set(token.scope?.split(' '))
  const grant = await liveGrantOf(deps, token)
  // Reject tokens whose audience is another service, because that service must not get the claims of the
  // user.
  if (!grant || token.aud !== issuer()) throw invalidToken()
  if (!scopes.has('openid')) throw new OAuthError(403, 'insufficient_scope', 'the openid scope is required')
  const account = required(await findAccount(db.query, grant.account_id), 'findAccount')
  return {
    ...(await readClaims(db, account, {
      ...{ scopes, tenantId: grant.tenant_id },
      application: grant.groups_template ? await findApplication(db.query, grant.application_id) : undefined,
    })),
    ...(scopes.has('organizations') && { organizations: await organizations(db.query, account.id) }),
  }
}

/** Returns the grant of the token if it is still active. */
export async function liveGrantOf(
  { db, secondFactor }: Pick<EndpointDependencies, 'db' | 'secondFactor'>,
  token: ApplicationToken,
) {
  const grant = token.grant_id ? await findLiveGrant(db.query, token.grant_id, secondFactor) : undefined
  return grant?.account_id === token.sub && grant.application_id === token.client_id ? grant : undefined
}

async function consoleUserinfo(deps: EndpointDependencies, request: FastifyRequest) {
  const viewer = await authenticateBearer(deps, request)
  const lock = lockOf(viewer)
  if (lock) throw lockedError(lock)
  const { query } = deps.db
  const account = required(await findAccount(query, viewer.accountId), 'findAccount')
  return {
    ...(await readClaims(deps.db, account, {
      scopes: new Set(['profile', 'phone', 'email']),
      tenantId: null,
    })),
    admin: account.admin,
    auth_codes: account.auth_codes,
    tenants: await organizations(query, account.id),
  }
}

/**
 * Returns the personal organization followed by the other organizations of the account, at most 100. If an
 * organization does not have the status FINISH, the account is not its manager and has no roles or
 * permissions in it.
 */
async function organizations(query: Database['query'], accountId: string) {
  const personal = (await findTenants(query, [accountId])).get(accountId)
  const found = (await findMemberships(query, asMember(accountId), [accountId])).get(accountId) ?? []
  const pending = await findPending(query, accountId)
  const memberships = found.filter(({ tenant }) => !pending.has(tenant.id))
  const catalogue = await findTenantCodes(query)
  const describeTenant = (tenant: TenantRow) => ({
    id: tenant.id,
    name: tenant.name,
    personal: tenant.personal,
    status: tenant.status,
    owner: tenant.owner_id === accountId,
    upload_audit: tenant.upload_audit,
  })
  return [
    ...(personal ? [{ ...describeTenant(personal), manager: false, roles: [], auth_codes: [] }] : []),
    ...memberships.map((info) => ({
      ...describeTenant(info.tenant),
      manager: info.tenant.status === 'FINISH' && info.member.manager,
      display_name: info.member.display_name ?? undefined,
      roles: effectiveRoles(info),
      auth_codes: effectiveCodes(info, catalogue),
    })),
  ]
}

/** Reads the account's own memberships, regardless of its platform permissions. */
const asMember = (accountId: string) => ({ accountId, admin: false, authCodes: [] })
