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
      description:
        "Whether the session's refresh tokens are bound to a key in the browser (DPoP). Without this key, the tokens cannot be used.",
    }),
    current: t.boolean({
      description: 'Whether this is the session of the current request',
      resolve: (session, _args, context) => session.id === viewerOf(context).sessionId,
    }),
  }),
})
