import { id, optional } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { endSession, endSessions, lockSession } from './store.ts'

mutation({
  name: 'revokeSession',
  description: 'null ends every session but this one. who: the account itself',
  can: 'SESSION_END',
  input: { id: optional(id()) },
  returns: 'Boolean',

  async target(tx, input, viewer) {
    if (input.id == null) return { row: null, standings: ['self'] }
    // Looked up under the viewer's own key: another account's session does not exist for them.
    const session = await lockSession(tx, viewer.accountId, input.id)
    return session && { row: session, standings: ['self'] }
  },

  async run({ tx, viewer, target: session }) {
    if (session) await endSession(tx, viewer.accountId, session.id)
    else await endSessions(tx, viewer.accountId, { except: viewer.sessionId })
    return true
  },

  audit: ({ target, viewer }) => ({
    tenantId: viewer.accountId,
    targetType: 'session',
    targetId: target?.id ?? null,
    changes: {},
    always: true,
  }),
})
