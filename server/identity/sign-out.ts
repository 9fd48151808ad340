import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit } from '../core/audit.ts'
import { endSession } from '../sessions/store.ts'
import { type Form, formOf } from './form.ts'
import type { Endpoints } from './parts.ts'
import type { Subject } from './verify.ts'

/** OpenID Connect RP-Initiated Logout: ends the session that the ID token names, then goes on to a page of the console. */
export async function signOut(parts: Endpoints, request: FastifyRequest, reply: FastifyReply) {
  const form = formOf(request)
  const hint = form.get('id_token_hint')
  const subject = hint ? await parts.readIdTokenHint(hint) : null
  if (subject) await end(parts, subject, request)
  return reply.redirect(nextPage(parts.issuer(), form), 303)
}

/** The registered ones are the pages that need no sign-in; anything else is /login. */
function nextPage(issuer: string, form: Form): string {
  const allowed = ['/login', '/'].map((path) => new URL(path, issuer).href)
  const wanted = form.get('post_logout_redirect_uri')
  if (!wanted || !allowed.includes(wanted)) return allowed[0]!
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
