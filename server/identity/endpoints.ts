import type { FastifyInstance } from 'fastify'
import { forAnyOrigin } from './cors.ts'
import type { EndpointDependencies } from './dependencies.ts'
import { introspect, revoke } from './introspection.ts'
import { paths } from './openid/provider/paths.ts'
import { signOut } from './sign-out.ts'
import { userinfo } from './userinfo.ts'

/**
 * Registers userinfo, introspection, revocation and end-session for Reeve's own sessions and grants. The
 * corresponding endpoints of oidc-provider support only tokens that oidc-provider stores itself, and its
 * userinfo endpoint rejects JWTs with an audience.
 */
export function registerEndpoints(app: FastifyInstance, deps: EndpointDependencies): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
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
    handler: (request) => userinfo(deps, request),
  })
  app.post(paths.introspection, (request) => introspect(deps, request))
  app.post(paths.revocation, (request, reply) => revoke(deps, request, reply.headers(forAnyOrigin)))
  app.route({
    method: ['GET', 'POST'],
    url: paths.endSession,
    handler: (request, reply) => signOut(deps, request, reply),
  })
}
