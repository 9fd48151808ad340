import formBody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientId } from '../../contract/limits.ts'
import { findAccount } from '../accounts/store.ts'
import { recordAudit } from '../core/audit.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Database } from '../db/open.ts'
import { findTenantCodes } from '../members/codes.ts'
import { effectiveCodes, effectiveRoles } from '../members/effective-permissions.ts'
import { findMemberships } from '../members/store.ts'
import { inspectRefreshToken } from '../sessions/rotation.ts'
import { endSession, loadViewerRow } from '../sessions/store.ts'
import { findTenants, type TenantRow } from '../tenants/store.ts'
import { invalidRequest, OAuthError } from './errors.ts'
import { paths } from './provider.ts'
import type { AccessToken, Subject } from './verify.ts'

interface Parts {
  db: Database
  issuer: () => string
  requestInfo: (request: FastifyRequest) => RequestInfo
  verifyAccessToken: (token: string) => Promise<AccessToken | null>
  readIdTokenHint: (token: string) => Promise<Subject | null>
}

/**
 * Userinfo, introspection, revocation and end-session: over our sessions, since oidc-provider's own know only tokens
 * that it keeps, and its userinfo refuses signed ones with an audience.
 */
export function registerEndpoints(app: FastifyInstance, parts: Parts): void {
  app.removeAllContentTypeParsers()
  app.register(formBody, { bodyLimit: 32_768 })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.route({ method: ['GET', 'POST'], url: paths.userinfo, handler: (request) => userinfo(parts, request) })
  app.post(paths.introspection, (request) => introspect(parts, request))
  app.post(paths.revocation, (request, reply) => revoke(parts, request, reply))
  app.route({
    method: ['GET', 'POST'],
    url: paths.endSession,
    handler: (request, reply) => signOut(parts, request, reply),
  })
}

/** RFC 6750: the account of the bearer, where its session is live. */
async function bearer({ db, verifyAccessToken }: Parts, request: FastifyRequest): Promise<Viewer> {
  const header = request.headers.authorization
  const token = header?.match(/^Bearer +(\S+)$/i)?.[1]
  if (!token) throw new OAuthError(401, 'invalid_request', 'an access token is needed as bearer')
  const subject = await verifyAccessToken(token)
  const viewer = subject && (await loadViewerRow(db.query, subject.accountId, subject.sessionId))
  if (!viewer) throw new OAuthError(401, 'invalid_token', 'the access token is not valid or no longer so')
  return viewer
}

/** Who the account is and what it may do where, for other services of the platform. */
async function userinfo(parts: Parts, request: FastifyRequest) {
  const viewer = await bearer(parts, request)
  if (viewer.passwordChangeRequired) {
    throw new OAuthError(403, 'access_denied', 'the account has to change its password first')
  }
  const { query } = parts.db
  const { accountId } = viewer
  const account = (await findAccount(query, accountId))!
  return {
    sub: account.id,
    name: account.name,
    given_name: account.first_name ?? undefined,
    family_name: account.last_name ?? undefined,
    preferred_username: account.username ?? undefined,
    ...(account.mobile_phone ? { phone_number: account.mobile_phone, phone_number_verified: true } : {}),
    ...(account.email ? { email: account.email, email_verified: account.email_verified } : {}),
    admin: account.admin,
    auth_codes: account.auth_codes,
    tenants: await organizations(query, viewer),
  }
}

/**
 * The personal organization, then those that the account belongs to, at most 100. Being a manager, roles and codes
 * count in an organization that is FINISH, so in any other there are none.
 */
async function organizations(query: Database['query'], viewer: Viewer) {
  const { accountId } = viewer
  const personal = (await findTenants(query, [accountId])).get(accountId)
  const memberships = (await findMemberships(query, viewer, [accountId])).get(accountId) ?? []
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

type Form = Partial<Record<string, unknown>>

function parameter(request: FastifyRequest, name: string): string | undefined {
  const form = ((request.method === 'GET' ? request.query : request.body) ?? {}) as Form
  const value = form[name]
  if (Array.isArray(value)) throw invalidRequest(`'${name}' parameter must not be provided twice`)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function required(request: FastifyRequest, name: string): string {
  const value = parameter(request, name)
  if (!value) throw invalidRequest(`missing required parameter '${name}'`)
  return value
}

/** RFC 7662, for a service with an access token of its own caller, and for the console's own tokens. */
async function introspect(parts: Parts, request: FastifyRequest) {
  if (request.headers.authorization) await bearer(parts, request)
  else demandClient(request)
  const { db, issuer } = parts
  const token = required(request, 'token')

  const access = await parts.verifyAccessToken(token)
  if (access) {
    const viewer = await loadViewerRow(db.query, access.accountId, access.sessionId)
    if (!viewer || viewer.passwordChangeRequired) return { active: false }
    const { iss, aud, exp, iat, jti, sub, sid, scope } = access.claims
    return {
      active: true,
      iss,
      aud,
      sub,
      sid,
      scope,
      exp,
      iat,
      jti,
      client_id: clientId,
      token_type: 'Bearer',
    }
  }
  const session = await inspectRefreshToken(db.query, token)
  if (!session?.current) return { active: false }
  return {
    active: true,
    iss: issuer(),
    sub: session.accountId,
    sid: session.sessionId,
    exp: Math.floor(Date.now() / 1000) + session.secondsLeft,
    client_id: clientId,
    token_type: 'refresh_token',
  }
}

function demandClient(request: FastifyRequest): void {
  if (parameter(request, 'client_id') === clientId) return
  throw new OAuthError(401, 'invalid_client', 'client authentication failed')
}

/** RFC 7009: ends the session of a refresh token, of whatever generation, or of an access token. 200 for any other. */
async function revoke(parts: Parts, request: FastifyRequest, reply: FastifyReply) {
  demandClient(request)
  const token = required(request, 'token')
  const subject = (await inspectRefreshToken(parts.db.query, token)) ?? (await parts.verifyAccessToken(token))
  if (subject) await end(parts, subject, request)
  return reply.send('')
}

/** OpenID Connect RP-Initiated Logout: ends the session that the ID token names, then goes on to a page of the console. */
async function signOut(parts: Parts, request: FastifyRequest, reply: FastifyReply) {
  const hint = parameter(request, 'id_token_hint')
  const subject = hint ? await parts.readIdTokenHint(hint) : null
  if (subject) await end(parts, subject, request)
  return reply.redirect(nextPage(parts.issuer(), request), 303)
}

/** The registered ones are the pages that need no sign-in; anything else is /login. */
function nextPage(issuer: string, request: FastifyRequest): string {
  const allowed = ['/login', '/'].map((path) => new URL(path, issuer).href)
  const wanted = parameter(request, 'post_logout_redirect_uri')
  if (!wanted || !allowed.includes(wanted)) return allowed[0]!
  const next = new URL(wanted)
  const state = parameter(request, 'state')
  if (state) next.searchParams.set('state', state)
  return next.href
}

async function end({ db, requestInfo }: Parts, subject: Subject, request: FastifyRequest): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await endSession(tx, subject.accountId, subject.sessionId))) return
    await recordAudit(tx, {
      tenantId: subject.accountId,
      actorId: subject.accountId,
      action: 'SignOut',
      targetType: 'session',
      targetId: subject.sessionId,
      ip: requestInfo(request).ip,
      success: true,
    })
  })
}
