import type { FastifyReply, FastifyRequest } from 'fastify'
import { first } from '../../contract/required.ts'
import { type ApplicationRow, findApplication } from '../applications/store.ts'
import { recordAudit } from '../core/audit.ts'
import { endSession } from '../sessions/store.ts'
import { OAuthError } from './errors.ts'
import { type Form, formOf } from './form.ts'
import { addressOf } from './openid/refusals.ts'
import type { Endpoints } from './parts.ts'
import type { Subject } from './verify.ts'

/**
 * OpenID Connect RP-Initiated Logout. The console's ID token names its session; an application's says about whom it is:
 * their session in this browser ends, and with it every application's. Without such a token a page asks first, since any
 * page can send somebody here.
 */
export async function signOut(parts: Endpoints, request: FastifyRequest, reply: FastifyReply) {
  const form = formOf(request)
  const given = form.get('id_token_hint')
  // An access token is none: it names no application as its audience.
  const hint = given ? await parts.readIdTokenHint(given) : null
  const application = await findApplication(parts.db.query, hint?.clientId ?? form.get('client_id') ?? '')
  if (hint?.sessionId) await end(parts, { accountId: hint.accountId, sessionId: hint.sessionId }, request)
  else {
    const browser = await parts.browserOf(request)
    if (browser && hint && application) {
      if (browser.accountId === hint.accountId) await end(parts, browser, request)
    } else if (browser) return reply.redirect(questionPage(parts.issuer(), form), 303)
  }
  const wanted = form.get('post_logout_redirect_uri')
  return reply.redirect(nextPage(parts, application, { wanted, state: form.get('state') }), 303)
}

/** Of the console; it carries what is to be done after. */
function questionPage(issuer: string, form: Form): string {
  const page = new URL('/continue/sign-out', issuer)
  for (const name of ['client_id', 'post_logout_redirect_uri', 'state']) {
    const value = form.get(name)
    if (value) page.searchParams.set(name, value)
  }
  return page.href
}

/** What that page sends once somebody has said yes; where they go on. */
export async function confirmSignOut(parts: Endpoints & { origin: () => string }, request: FastifyRequest) {
  if (request.headers.origin !== parts.origin())
    throw new OAuthError(403, 'access_denied', 'not from this page')
  const given = (request.body ?? {}) as Record<string, unknown>
  const text = (name: string) => (typeof given[name] === 'string' ? (given[name] as string) : undefined)
  const browser = await parts.browserOf(request)
  if (browser) await end(parts, browser, request)
  const application = await findApplication(parts.db.query, text('client_id') ?? '')
  const wanted = text('post_logout_redirect_uri')
  return { next: nextPage(parts, application, { wanted, state: text('state') }) }
}

/** An address that is registered, compared as text: of the application, or a page of the console that needs no sign-in. */
function nextPage(
  { issuer, usage }: Pick<Endpoints, 'issuer' | 'usage'>,
  application: ApplicationRow | undefined,
  { wanted, state }: { wanted: string | undefined; state: string | undefined },
): string {
  const own = ['/login', '/'].map((path) => new URL(path, issuer()).href)
  const allowed = [...own, ...(application?.enabled ? application.post_logout_redirect_uris : [])]
  if (!wanted || !allowed.includes(wanted)) {
    if (wanted && application)
      usage.refused(application.id, { kind: 'POST_LOGOUT_REDIRECT_URI', detail: addressOf(wanted) })
    return first(own, 'own')
  }
  const next = new URL(wanted)
  if (state) next.searchParams.set('state', state)
  return next.href
}

export async function end(
  { db, requestInfo }: Endpoints,
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
