import type { FastifyReply, FastifyRequest } from 'fastify'
import { first } from '../../contract/required.ts'
import { type ApplicationRow, findApplication } from '../applications/store.ts'
import { recordAudit } from '../core/audit.ts'
import { endSession } from '../sessions/store.ts'
import type { EndpointDependencies } from './dependencies.ts'
import { OAuthError } from './errors.ts'
import { type Form, formOf } from './form.ts'
import { urlWithoutQuery } from './openid/refusals.ts'
import type { Subject } from './verify.ts'

/**
 * Implements OpenID Connect RP-Initiated Logout. An ID token of the console identifies a session, which is
 * ended. An ID token of an application identifies a user, whose session in this browser is ended for the
 * console and all applications. Without an ID token, a page asks for confirmation, because any site can link
 * to this endpoint.
 */
export async function signOut(deps: EndpointDependencies, request: FastifyRequest, reply: FastifyReply) {
  const form = formOf(request)
  const idTokenHint = form.get('id_token_hint')
  // Only ID tokens are accepted as hints. The audience of an access token is not an application.
  const hint = idTokenHint ? await deps.readIdTokenHint(idTokenHint) : null
  const application = await findApplication(deps.db.query, hint?.clientId ?? form.get('client_id') ?? '')
  if (hint?.sessionId)
    await endSubjectSession(deps, { accountId: hint.accountId, sessionId: hint.sessionId }, request)
  else {
    const browser = await deps.browserOf(request)
    if (browser && hint && application) {
      if (browser.accountId === hint.accountId) await endSubjectSession(deps, browser, request)
    } else if (browser) return reply.redirect(confirmationPage(deps.issuer(), form), 303)
  }
  const requestedUrl = form.get('post_logout_redirect_uri')
  return reply.redirect(postLogoutUrl(deps, application, { requestedUrl, state: form.get('state') }), 303)
}

/**
 * Returns the URL of the console's confirmation page, with the parameters of the redirect after confirmation.
 */
function confirmationPage(issuer: string, form: Form): string {
  const page = new URL('/continue/sign-out', issuer)
  for (const name of ['client_id', 'post_logout_redirect_uri', 'state']) {
    const value = form.get(name)
    if (value) page.searchParams.set(name, value)
  }
  return page.href
}

/** Handles the user's confirmation of a sign-out. Returns the URL to redirect to. */
export async function confirmSignOut(
  deps: EndpointDependencies & { origin: () => string },
  request: FastifyRequest,
) {
  if (request.headers.origin !== deps.origin())
    throw new OAuthError(403, 'access_denied', 'the request does not come from the console')
  const body = (request.body ?? {}) as Record<string, unknown>
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : undefined)
  const browser = await deps.browserOf(request)
  if (browser) await endSubjectSession(deps, browser, request)
  const application = await findApplication(deps.db.query, text('client_id') ?? '')
  const requestedUrl = text('post_logout_redirect_uri')
  return { next: postLogoutUrl(deps, application, { requestedUrl, state: text('state') }) }
}

/**
 * Returns the requested URL if it is a registered post-logout URL of the application, otherwise a public page
 * of the console. URLs are compared as strings.
 */
function postLogoutUrl(
  { issuer, usage }: Pick<EndpointDependencies, 'issuer' | 'usage'>,
  application: ApplicationRow | undefined,
  { requestedUrl, state }: { requestedUrl: string | undefined; state: string | undefined },
): string {
  const own = ['/login', '/'].map((path) => new URL(path, issuer()).href)
  const allowed = [...own, ...(application?.enabled ? application.post_logout_redirect_uris : [])]
  if (!requestedUrl || !allowed.includes(requestedUrl)) {
    if (requestedUrl && application)
      usage.refused(application.id, {
        kind: 'POST_LOGOUT_REDIRECT_URI',
        detail: urlWithoutQuery(requestedUrl),
      })
    return first(own, 'own')
  }
  const next = new URL(requestedUrl)
  if (state) next.searchParams.set('state', state)
  return next.href
}

export async function endSubjectSession(
  { db, requestInfo }: EndpointDependencies,
  subject: Subject,
  request: FastifyRequest,
): Promise<void> {
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
