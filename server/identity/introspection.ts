import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientId, limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { deleteGrant, findLiveGrant } from '../applications/grants.ts'
import { findIssued } from '../applications/issued.ts'
import { organizationClaim } from '../applications/organizations.ts'
import { introspectProgram, revokeToken } from '../applications/programs.ts'
import { hasSecret } from '../applications/rules.ts'
import type { ApplicationRow } from '../applications/store.ts'
import { lockOf } from '../core/viewer.ts'
import { inspectRefreshToken } from '../sessions/rotation.ts'
import { loadViewerRow } from '../sessions/store.ts'
import { authenticateApplication, authenticationFailed } from './client-authentication.ts'
import type { EndpointDependencies } from './dependencies.ts'
import { type Form, formOf } from './form.ts'
import { paths } from './openid/provider/paths.ts'
import { bareToken } from './openid/refresh-tokens.ts'
import { endSubjectSession } from './sign-out.ts'
import { authenticationClaims } from './tokens.ts'
import { authenticateBearer, liveGrantOf } from './userinfo.ts'
import type { ApplicationToken } from './verify.ts'

const inactive = { active: false }

/** Returns the application that calls the endpoint, or null if the console does. Throws invalid_client. */
function callerOf(
  deps: EndpointDependencies,
  request: FastifyRequest,
  form: Form,
): Promise<ApplicationRow> | null {
  const { authorization } = request.headers
  if (form.get('client_id') === clientId && !authorization) return null
  const audiences = [
    deps.issuer(),
    ...[paths.introspection, paths.revocation, paths.token].map((path) => deps.issuer() + path),
  ]
  return authenticateApplication(
    { ...deps, audiences },
    { form, authorization, request: deps.requestInfo(request) },
  )
}

/**
 * Introspects a token (RFC 7662). Applications can introspect their own tokens, and services can also
 * introspect tokens for their resources. The console, and bearers of a console token, can introspect console
 * tokens.
 */
export async function introspect(deps: EndpointDependencies, request: FastifyRequest): Promise<object> {
  const form = formOf(request)
  if (/^Bearer /i.test(request.headers.authorization ?? '')) {
    await authenticateBearer(deps, request)
    return introspectConsoleToken(deps, form.required('token'))
  }
  const caller = await callerOf(deps, request, form)
  const token = form.required('token')
  if (!caller) return introspectConsoleToken(deps, token)
  // Public clients are not authenticated, so they cannot introspect tokens.
  if (!hasSecret(caller.kind)) throw authenticationFailed()
  const access = await deps.verifyApplicationToken(token)
  return access
    ? introspectApplicationToken(deps, caller, access)
    : introspectRefreshToken(deps, caller, token)
}

async function introspectConsoleToken(
  { db, issuer, secondFactor, verifyAccessToken }: EndpointDependencies,
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
      ...authenticationClaims(viewer),
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

/**
 * Read the organization claim from the database, because the membership may have changed since the token was
 * issued.
 */
async function introspectApplicationToken(
  deps: EndpointDependencies,
  caller: ApplicationRow,
  token: ApplicationToken,
): Promise<object> {
  const { iss, aud, exp, iat, jti, sub, sid, scope, client_id } = token
  const isOwnToken = client_id === caller.id
  // Exclude this server's own URL. Older releases allowed registering it as a resource of an application.
  const isForCaller = caller.kind === 'SERVICE' && aud !== iss && caller.resources.includes(aud)
  if (!isOwnToken && !isForCaller) return inactive
  const response = {
    ...{ active: true, iss, aud, sub, sid, scope, exp, iat, jti, client_id },
    // The service that introspects the token must check the DPoP proof itself (RFC 9449, section 6.2).
    ...(token.cnf ? { token_type: 'DPoP', cnf: token.cnf } : { token_type: 'Bearer' }),
  }
  if (!token.grant_id) {
    // The subject is the client itself, so the token was issued by the client_credentials grant.
    const programToken = { applicationId: client_id, tokenId: required(jti, 'jti') }
    const program = sub === client_id && (await introspectProgram(deps.db.query, programToken))
    return program ? { ...response, ...program } : inactive
  }
  const grant = await liveGrantOf(deps, token)
  if (!grant) return inactive
  const { tenant_id: tenantId, scopes } = grant
  return {
    ...response,
    ...authenticationClaims(grant),
    ...(tenantId &&
      scopes.includes('organization') && {
        organization: await organizationClaim(deps.db.query, sub, tenantId),
      }),
  }
}

const refreshTokenOf = async ({ db }: EndpointDependencies, caller: ApplicationRow, token: string) => {
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

async function introspectRefreshToken(
  deps: EndpointDependencies,
  caller: ApplicationRow,
  token: string,
): Promise<object> {
  const found = await refreshTokenOf(deps, caller, token)
  const grant =
    found && !found.consumed && (await findLiveGrant(deps.db.query, found.grantId, deps.secondFactor))
  if (!grant) return inactive
  const { scope, iat, exp } = found
  return {
    ...{ active: true, iss: deps.issuer(), sub: grant.account_id, sid: grant.session_id, scope, iat, exp },
    ...{ client_id: caller.id, token_type: 'refresh_token' },
  }
}

/**
 * Revokes a token (RFC 7009). For the console, an access token or a refresh token of any generation ends the
 * session. For an application, revoking a user's token ends the grant, and revoking a token of the
 * client_credentials grant invalidates only that token. Unknown tokens also return 200.
 */
export async function revoke(deps: EndpointDependencies, request: FastifyRequest, reply: FastifyReply) {
  const form = formOf(request)
  const caller = await callerOf(deps, request, form)
  const token = form.required('token')
  if (caller) await revokeApplicationToken(deps, caller, token)
  else {
    const subject = (await inspectRefreshToken(deps.db.query, token)) ?? (await deps.verifyAccessToken(token))
    if (subject) await endSubjectSession(deps, subject, request)
  }
  return reply.send('')
}

async function revokeApplicationToken(
  deps: EndpointDependencies,
  caller: ApplicationRow,
  token: string,
): Promise<void> {
  const access = await deps.verifyApplicationToken(token)
  if (access && access.client_id !== caller.id) return
  if (access && !access.grant_id)
    return revokeToken(
      deps.db.query,
      { applicationId: caller.id, tokenId: required(access.jti, 'jti') },
      limits.accessToken,
    )
  const id = access?.grant_id ?? (await refreshTokenOf(deps, caller, token))?.grantId
  if (id) await deleteGrant(deps.db.query, id)
}
