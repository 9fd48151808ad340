import { builder } from '../core/builder.ts'
import { viewerOf } from '../core/context.ts'
import type { SessionRow } from './list.ts'

export const Session = builder.objectRef<SessionRow>('Session').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    ip: t.exposeString('ip', { nullable: true }),
    userAgent: t.exposeString('userAgent', { nullable: true }),
    startDateTime: t.expose('startedAt', { type: 'DateTime' }),
    lastAccessDateTime: t.expose('lastAccessAt', { type: 'DateTime' }),
    bound: t.exposeBoolean('bound', {
      description: 'its refresh tokens are worth nothing without a key that its browser keeps',
    }),
    current: t.boolean({
      description: 'the session of this very request',
      resolve: (session, _args, context) => session.id === viewerOf(context).sessionId,
    }),
  }),
})
