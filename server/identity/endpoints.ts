import type { FastifyInstance } from 'fastify'
import { introspect, revoke } from './introspection.ts'
import { paths } from './openid/provider.ts'
import type { Endpoints } from './parts.ts'
import { signOut } from './sign-out.ts'
import { userinfo } from './userinfo.ts'

/**
 * Userinfo, introspection, revocation and end-session: over our sessions and grants, since oidc-provider's own know only
 * tokens that it keeps, and its userinfo refuses signed ones with an audience.
 */
export function registerEndpoints(app: FastifyInstance, parts: Endpoints): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  // For pages of any origin: they look at a token alone, and no browser adds that by itself.
  for (const url of [paths.userinfo, paths.revocation])
    app.options(url, (_request, reply) =>
      reply
        .headers({
          ...forAnyOrigin,
          'access-control-allow-headers': 'authorization, dpop',
          'access-control-max-age': 3_600,
        })
        .code(204)
        .send(),
    )
  app.route({
    method: ['GET', 'POST'],
    url: paths.userinfo,
    onRequest: async (_request, reply) => void reply.headers(forAnyOrigin),
    handler: (request) => userinfo(parts, request),
  })
  app.post(paths.introspection, (request) => introspect(parts, request))
  app.post(paths.revocation, (request, reply) => revoke(parts, request, reply.headers(forAnyOrigin)))
  app.route({
    method: ['GET', 'POST'],
    url: paths.endSession,
    handler: (request, reply) => signOut(parts, request, reply),
  })
}

const forAnyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate',
}
