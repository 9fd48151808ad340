import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forAnyOrigin } from './cors.ts'
import type { EndpointDependencies } from './dependencies.ts'
import { paths } from './openid/provider/paths.ts'
import { userinfo } from './userinfo.ts'

// This file handles requests that keycloak-js sends with its default options and that are not part of OpenID
// Connect.

/**
 * Reports to keycloak-js that third-party cookies are not available. keycloak-js then determines the session
 * state from its tokens instead of a hidden page.
 */
const cookieCheck = "parent.postMessage('unsupported', '*')"
/**
 * Reports that the session has not changed. Some versions of keycloak-js open this page regardless of the
 * cookie check.
 */
const sessionCheck =
  "addEventListener('message', (event) => event.source.postMessage('unchanged', event.origin))"

const scripts = { [paths.cookieCheck]: cookieCheck, [paths.sessionCheck]: sessionCheck }

interface Dependencies extends EndpointDependencies {
  origin: () => string
}

/** Registers the hidden pages and the account endpoint. */
export function registerKeycloakPages(app: FastifyInstance, deps: Dependencies): void {
  for (const [url, script] of Object.entries(scripts))
    app.get(url, (_request, reply) =>
      reply
        .header('content-security-policy', policyFor(script))
        .type('text/html; charset=utf-8')
        .send(`<!doctype html><title>Reeve</title><script>${script}</script>`),
    )
  app.options(paths.account, (_request, reply) =>
    reply
      .headers({ ...forAnyOrigin, 'access-control-allow-headers': 'authorization, content-type' })
      .code(204)
      .send(),
  )
  app.get(paths.account, async (request, reply) => {
    reply.headers(forAnyOrigin)
    return request.headers.authorization
      ? profileOf(deps, request)
      : reply.redirect(`${deps.origin()}/accountInfo/index`, 303)
  })
}

/** Allows every site to embed these pages, because they contain no data. */
const policyFor = (script: string): string =>
  `default-src 'none'; script-src 'sha256-${hash('sha256', script, 'base64')}'; frame-ancestors *`

/** Returns the profile in Keycloak's format, restricted to the token's scopes. */
async function profileOf(deps: EndpointDependencies, request: FastifyRequest): Promise<object> {
  const claims = (await userinfo(deps, request)) as Record<string, unknown>
  return {
    id: claims.sub,
    username: claims.preferred_username,
    firstName: claims.given_name,
    lastName: claims.family_name,
    email: claims.email,
    emailVerified: claims.email_verified,
    attributes: claims.phone_number ? { phone_number: [claims.phone_number] } : {},
  }
}
