import { isId } from '../core/id.ts'
import { id, optional } from '../core/input.ts'
import { mutation, type Target } from '../core/operation.ts'
import { endSession, endSessions, lockSession } from './store.ts'

mutation({
  name: 'revokeSession',
  description:
    'Ends one session of the caller, or every session except the current one if id is null. Access: signed-in users.',
  can: 'SESSION_END',
  effects: [],
  whileLocked: ['FACTOR_REQUIRED'],
  input: { id: optional(id()) },
  returns: 'Boolean',

  async target(tx, input, viewer): Promise<Target<{ id: string | null }> | null> {
    if (input.id == null) return { row: { id: null }, relations: ['self'] }
    // Look up the session by account id too, so that sessions of other accounts are not found.
    const session = isId(input.id) ? await lockSession(tx, viewer.accountId, input.id) : undefined
    return session ? { row: session, relations: ['self'] } : null
  },

  async run({ tx, viewer, target: session }) {
    if (session.id) await endSession(tx, viewer.accountId, session.id)
    else await endSessions(tx, viewer.accountId, { except: viewer.sessionId })
    return true
  },

  audit: ({ target, viewer }) => ({
    tenantId: viewer.accountId,
    targetType: 'session',
    targetId: target.id,
    changes: {},
    always: true,
  }),
})
