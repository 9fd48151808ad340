import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { limits } from '../../contract/limits.ts'
import type { Broker } from './broker/broker.ts'
import { registerBroker } from './broker/routes.ts'
import type { BrokerSignInDependencies } from './broker/sign-in.ts'
import type { EndpointDependencies } from './dependencies.ts'
import { registerEndpoints } from './endpoints.ts'
import { invalidRequest } from './errors.ts'
import { formOf, parseForms, parseJson } from './form.ts'
import { registerKeycloakPages } from './keycloak.ts'
import { registerDevicePage } from './openid/device.ts'
import { registerInteractions } from './openid/interactions.ts'
import { paths } from './openid/provider/paths.ts'
import { checkParameters } from './openid/requests/limits.ts'
import { confirmSignOut } from './sign-out.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

interface Dependencies extends EndpointDependencies, BrokerSignInDependencies {
  broker: Broker
  origin: () => string
  secure: () => boolean
  provider: () => Provider
  token: Handler
  /** Lets oidc-provider handle a request. */
  passToProvider: Handler
}

/** Registers all routes below the realm. */
export async function registerRoutes(scope: FastifyInstance, deps: Dependencies): Promise<void> {
  const { token, passToProvider } = deps
  const begin: Handler = (request, reply) => beginAuthorization(deps, request, reply)
  parseForms(scope)
  registerEndpoints(scope, deps)
  registerKeycloakPages(scope, deps)
  scope.post(paths.token, token)
  scope.post(paths.pushed, begin)
  scope.post(paths.device, begin)
  scope.route({ method: ['GET', 'POST'], url: paths.authorization, handler: begin })
  scope.get(`${paths.authorization}/:uid`, passToProvider)
  // oidc-provider answers preflight requests of these URLs, because it knows the allowed origins of each
  // client.
  for (const url of [paths.token, paths.pushed]) scope.options(url, passToProvider)
  for (const url of [paths.discovery, paths.jwks])
    scope.route({ method: ['GET', 'OPTIONS'], url, handler: passToProvider })
  await scope.register(async (pages) => {
    parseJson(pages)
    registerInteractions(pages, deps)
    registerBroker(pages, deps)
    pages.post(paths.signOutPage, (request) => confirmSignOut(deps, request))
    registerDevicePage(pages, deps)
  })
}

/**
 * Checks the length of the authorization parameters and lets oidc-provider begin the authorization, which
 * stores them. If they are too long, throws invalid_request, or redirects a browser to an error page.
 */
async function beginAuthorization(
  { origin, passToProvider }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (checkParameters(formOf(request).params)) return passToProvider(request, reply)
  if (!request.routeOptions.url?.endsWith(paths.authorization))
    throw invalidRequest(`the parameters are longer than ${limits.begun.parameters} characters in total`)
  return reply.redirect(`${origin()}/continue/error?reason=request`, 303)
}
