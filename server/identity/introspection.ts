import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientId, limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { dropGrant, findLiveGrant } from '../applications/grants.ts'
import { findIssued } from '../applications/issued.ts'
import { organizationClaim } from '../applications/organizations.ts'
import { introspectProgram, revokeToken } from '../applications/programs.ts'
import { hasSecret } from '../applications/rules.ts'
import type { ApplicationRow } from '../applications/store.ts'
import { lockOf } from '../core/viewer.ts'
import { inspectRefreshToken } from '../sessions/rotation.ts'
import { loadViewerRow } from '../sessions/store.ts'
import { authenticateApplication, refused } from './client-authentication.ts'
import { type Form, formOf } from './form.ts'
import { howProved } from './levels.ts'
import { paths } from './openid/provider.ts'
import { bareToken } from './openid/refresh-tokens.ts'
import type { Endpoints } from './parts.ts'
import { end } from './sign-out.ts'
import { bearer, liveGrantOf } from './userinfo.ts'
import type { ApplicationToken } from './verify.ts'

const inactive = { active: false }

/** The application that calls; null for the console. Throws invalid_client. */
function callerOf(parts: Endpoints, request: FastifyRequest, form: Form): Promise<ApplicationRow> | null {
  const { authorization } = request.headers
  if (form.get('client_id') === clientId && !authorization) return null
  const audiences = [
    parts.issuer(),
    ...[paths.introspection, paths.revocation, paths.token].map((path) => parts.issuer() + path),
  ]
  return authenticateApplication(
    { ...parts, audiences },
    { form, authorization, request: parts.requestInfo(request) },
  )
}

/**
 * RFC 7662. An application asks about its own tokens, and a service about those whose audience is a resource of its; who
 * holds a token of the console, and the console itself, about the console's.
 */
export async function introspect(parts: Endpoints, request: FastifyRequest): Promise<object> {
  const form = formOf(request)
  if (/^Bearer /i.test(request.headers.authorization ?? '')) {
    await bearer(parts, request)
    return ofConsole(parts, form.required('token'))
  }
  const caller = await callerOf(parts, request, form)
  const token = form.required('token')
  if (!caller) return ofConsole(parts, token)
  // Anybody can name an application that has no secret.
  if (!hasSecret(caller.kind)) throw refused()
  const access = await parts.verifyApplicationToken(token)
  return access ? ofApplication(parts, caller, access) : ofRefreshToken(parts, caller, token)
}

async function ofConsole(
  { db, issuer, secondFactor, verifyAccessToken }: Endpoints,
  token: string,
): Promise<object> {
  const access = await verifyAccessToken(token)
  if (access) {
    const viewer = await loadViewerRow(db.query, access, secondFactor)
    if (!viewer || lockOf(viewer)) return inactive
    const { iss, aud, exp, iat, jti, sub, sid, scope } = access.claims
    return {
      ...{ active: true, iss, aud, sub, sid, scope, exp, iat, jti },
      ...{ client_id: clientId, token_type: 'Bearer' },
      ...howProved(viewer),
    }
  }
  const session = await inspectRefreshToken(db.query, token)
  if (!session?.current) return inactive
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

/** What the account is in the organization is read anew: it may have changed since the token was made. */
async function ofApplication(
  parts: Endpoints,
  caller: ApplicationRow,
  token: ApplicationToken,
): Promise<object> {
  const { iss, aud, exp, iat, jti, sub, sid, scope, client_id } = token
  const itsOwn = client_id === caller.id
  // This server is nobody's resource, even if one was registered as such before that was refused.
  const forCaller = caller.kind === 'SERVICE' && aud !== iss && caller.resources.includes(aud)
  if (!itsOwn && !forCaller) return inactive
  const said = {
    ...{ active: true, iss, aud, sub, sid, scope, exp, iat, jti, client_id },
    // Whoever asks looks for the proof of its key themselves (RFC 9449, 6.2).
    ...(token.cnf ? { token_type: 'DPoP', cnf: token.cnf } : { token_type: 'Bearer' }),
  }
  if (!token.grant_id) {
    // Asked for by a program in its own name.
    const own = { applicationId: client_id, tokenId: required(jti, 'jti') }
    const program = sub === client_id && (await introspectProgram(parts.db.query, own))
    return program ? { ...said, ...program } : inactive
  }
  const grant = await liveGrantOf(parts, token)
  if (!grant) return inactive
  const { tenant_id: tenantId, scopes } = grant
  return {
    ...said,
    ...howProved(grant),
    ...(tenantId &&
      scopes.includes('organization') && {
        organization: await organizationClaim(parts.db.query, sub, tenantId),
      }),
  }
}

const refreshTokenOf = async ({ db }: Endpoints, caller: ApplicationRow, token: string) => {
  const found = await findIssued(db.query, 'RefreshToken', bareToken(token))
  const payload = found?.payload as {
    clientId: string
    grantId: string
    scope: string
    iat: number
    exp: number
  }
  return found && payload.clientId === caller.id ? { ...payload, consumed: found.consumed } : undefined
}

async function ofRefreshToken(parts: Endpoints, caller: ApplicationRow, token: string): Promise<object> {
  const found = await refreshTokenOf(parts, caller, token)
  const grant =
    found && !found.consumed && (await findLiveGrant(parts.db.query, found.grantId, parts.secondFactor))
  if (!grant) return inactive
  const { scope, iat, exp } = found
  return {
    ...{ active: true, iss: parts.issuer(), sub: grant.account_id, sid: grant.session_id, scope, iat, exp },
    ...{ client_id: caller.id, token_type: 'refresh_token' },
  }
}

/**
 * RFC 7009. Of the console: ends the session of a refresh token, of whatever generation, or of an access token. Of an
 * application: ends the sign-in that the token is of, or the token that it asked for in its own name. 200 for any other.
 */
export async function revoke(parts: Endpoints, request: FastifyRequest, reply: FastifyReply) {
  const form = formOf(request)
  const caller = await callerOf(parts, request, form)
  const token = form.required('token')
  if (caller) await endToken(parts, caller, token)
  else {
    const subject =
      (await inspectRefreshToken(parts.db.query, token)) ?? (await parts.verifyAccessToken(token))
    if (subject) await end(parts, subject, request)
  }
  return reply.send('')
}

async function endToken(parts: Endpoints, caller: ApplicationRow, token: string): Promise<void> {
  const access = await parts.verifyApplicationToken(token)
  if (access && access.client_id !== caller.id) return
  if (access && !access.grant_id)
    return revokeToken(
      parts.db.query,
      { applicationId: caller.id, tokenId: required(access.jti, 'jti') },
      limits.accessToken,
    )
  const id = access?.grant_id ?? (await refreshTokenOf(parts, caller, token))?.grantId
  if (id) await dropGrant(parts.db.query, id)
}
