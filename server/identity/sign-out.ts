import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApplicationRow, findApplication } from '../applications/store.ts'
import { recordAudit } from '../core/audit.ts'
import { endSession } from '../sessions/store.ts'
import { type Form, formOf } from './form.ts'
import type { Endpoints } from './parts.ts'
import type { Subject } from './verify.ts'

/**
 * OpenID Connect RP-Initiated Logout. The console's ID token names its session; an application's says about whom it is:
 * their session in this browser ends, and with it every application's. Whoever has no such token ends nothing.
 */
export async function signOut(parts: Endpoints, request: FastifyRequest, reply: FastifyReply) {
  const form = formOf(request)
  const given = form.get('id_token_hint')
  const hint = given ? await parts.readIdTokenHint(given) : null
  // An access token is none: it names no application as its audience.
  const application = hint ? await findApplication(parts.db.query, hint.clientId) : undefined
  if (hint?.sessionId) await end(parts, { accountId: hint.accountId, sessionId: hint.sessionId }, request)
  else if (application) {
    const browser = await parts.browserOf(request)
    if (browser && browser.accountId === hint?.accountId) await end(parts, browser, request)
  }
  return reply.redirect(nextPage(parts.issuer(), application, form), 303)
}

/** An address that is registered, compared as text: of the application, or a page of the console that needs no sign-in. */
function nextPage(issuer: string, application: ApplicationRow | undefined, form: Form): string {
  const own = ['/login', '/'].map((path) => new URL(path, issuer).href)
  const wanted = form.get('post_logout_redirect_uri')
  const allowed = [...own, ...(application?.enabled ? application.post_logout_redirect_uris : [])]
  if (!wanted || !allowed.includes(wanted)) return own[0]!
  const next = new URL(wanted)
  const state = form.get('state')
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
