import type { FastifyRequest } from 'fastify'
import { required } from '../../contract/required.ts'
import { findAccount } from '../accounts/store.ts'
import { findLiveGrant } from '../applications/grants.ts'
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
import { OAuthError } from './errors.ts'
import { locked } from './locks.ts'
import { readClaims } from './openid/claims.ts'
import type { Endpoints } from './parts.ts'
import type { ApplicationToken } from './verify.ts'

/** Throws invalid_request. */
function tokenOf(request: FastifyRequest): Credentials {
  const credentials = credentialsOf(request)
  if (!credentials) throw new OAuthError(401, 'invalid_request', 'an access token is needed as bearer')
  return credentials
}

const invalidToken = () =>
  new OAuthError(401, 'invalid_token', 'the access token is not valid or no longer so')

/** RFC 6750: the account of the bearer, a token of the console, where its session is live. */
export async function bearer(parts: Endpoints, request: FastifyRequest): Promise<Viewer> {
  const { token, proof } = tokenOf(request)
  const subject = proof ? null : await parts.verifyAccessToken(token)
  const viewer = subject && (await loadViewerRow(parts.db.query, subject, parts.secondFactor))
  if (!viewer) throw invalidToken()
  return viewer
}

/**
 * Who the account is and what it may do where, as it is at this moment: an application reads what its scopes let it, a
 * service of the platform with the console's own token reads all of it.
 */
export async function userinfo(readers: Endpoints, request: FastifyRequest) {
  const credentials = tokenOf(request)
  const token = await readers.verifyApplicationToken(credentials.token)
  if (!token) return ofConsole(readers, request)
  if (!(await readers.isHeldRightly(token, credentials)))
    throw new OAuthError(401, 'invalid_dpop_proof', 'no fresh proof of the key that the token is bound to')
  return ofApplication(readers, token)
}

async function ofApplication(parts: Endpoints, token: ApplicationToken) {
  const { db, issuer } = parts
  const scopes = new Set(token.scope?.split(' '))
  const grant = await liveGrantOf(parts, token)
  // One for another service is that service's, and no key to who its caller is.
  if (!grant || token.aud !== issuer()) throw invalidToken()
  if (!scopes.has('openid')) throw new OAuthError(403, 'insufficient_scope', 'the scope openid is needed')
  const account = required(await findAccount(db.query, grant.account_id), 'result of findAccount')
  return {
    ...(await readClaims(db, account, { scopes, tenantId: grant.tenant_id })),
    ...(scopes.has('organizations') && { organizations: await organizations(db.query, account.id) }),
  }
}

/** The sign-in that the token is of, where it still counts. */
export async function liveGrantOf(
  { db, secondFactor }: Pick<Endpoints, 'db' | 'secondFactor'>,
  token: ApplicationToken,
) {
  const grant = token.grant_id ? await findLiveGrant(db.query, token.grant_id, secondFactor) : undefined
  return grant?.account_id === token.sub && grant.application_id === token.client_id ? grant : undefined
}

async function ofConsole(readers: Endpoints, request: FastifyRequest) {
  const viewer = await bearer(readers, request)
  const lock = lockOf(viewer)
  if (lock) throw locked(lock)
  const { query } = readers.db
  const account = required(await findAccount(query, viewer.accountId), 'result of findAccount')
  return {
    ...(await readClaims(readers.db, account, {
      scopes: new Set(['profile', 'phone', 'email']),
      tenantId: null,
    })),
    admin: account.admin,
    auth_codes: account.auth_codes,
    tenants: await organizations(query, account.id),
  }
}

/**
 * The personal organization, then those that the account belongs to, at most 100. Being a manager, roles and codes
 * count in an organization that is FINISH, so in any other there are none.
 */
async function organizations(query: Database['query'], accountId: string) {
  const personal = (await findTenants(query, [accountId])).get(accountId)
  const found = (await findMemberships(query, asMember(accountId), [accountId])).get(accountId) ?? []
  const pending = await findPending(query, accountId)
  const memberships = found.filter(({ tenant }) => !pending.has(tenant.id))
  const catalogue = await findTenantCodes(query)
  const described = (tenant: TenantRow) => ({
    id: tenant.id,
    name: tenant.name,
    personal: tenant.personal,
    status: tenant.status,
    owner: tenant.owner_id === accountId,
    upload_audit: tenant.upload_audit,
  })
  return [
    ...(personal ? [{ ...described(personal), manager: false, roles: [], auth_codes: [] }] : []),
    ...memberships.map((info) => ({
      ...described(info.tenant),
      manager: info.tenant.status === 'FINISH' && info.member.manager,
      display_name: info.member.display_name ?? undefined,
      roles: effectiveRoles(info),
      auth_codes: effectiveCodes(info, catalogue),
    })),
  ]
}

/** One's own memberships are read alike whatever else one may read. */
const asMember = (accountId: string) => ({ accountId, admin: false, authCodes: [] })
