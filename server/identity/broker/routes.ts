import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../../contract/limits.ts'
import type { RequestInfo } from '../../core/request.ts'
import { invalidRequest, OAuthError } from '../errors.ts'
import type { Broker } from './broker.ts'
import { readCookie } from './cookies.ts'
import { phoneOf } from './grant.ts'
import type { BrokerSignInDependencies } from './sign-in.ts'

interface Dependencies extends BrokerSignInDependencies {
  broker: Broker
  origin: () => string
  secure: () => boolean
  requestInfo: (request: FastifyRequest) => RequestInfo
}

type SourceCall = FastifyRequest<{ Params: { key: string }; Querystring: Record<string, unknown> }>

/**
 * Responses about a sign-in must not be cached, and their URLs must not be sent to other sites as referrer.
 */
const privately = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/**
 * Registers the routes that start and complete a sign-in at a provider, and the route that sends the SMS code
 * of a first sign-in.
 */
export function registerBroker(app: FastifyInstance, deps: Dependencies): void {
  app.get('/broker/:key/login', (request, reply) => begin(deps, request as SourceCall, reply))
  app.get('/broker/:key/endpoint', (request, reply) => end(deps, request as SourceCall, reply))
  app.post('/broker/code', (request, reply) => sendCode(deps, request, reply))
}

/** Redirects to the provider, or returns its URL as JSON to a page of the console. */
async function begin(
  { broker, requestInfo, origin }: Dependencies,
  request: SourceCall,
  reply: FastifyReply,
): Promise<unknown> {
  const { key } = request.params
  const text = (name: string) => {
    const value = request.query[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const start = await broker.begin({
    ...{ key, redirect: text('redirect'), loginHint: text('login_hint'), linkToken: text('link') },
    again: text('prompt') === 'login',
    ...{ request: requestInfo(request), raw: request },
  })
  reply.headers(privately)
  const isPage = request.headers.accept?.includes('application/json')
  if ('error' in start) {
    if (isPage) throw start.refusal
    return reply.redirect(origin() + start.path, 303)
  }
  for (const cookie of start.cookies) reply.header('set-cookie', cookie)
  return isPage ? reply.send({ url: start.url.href }) : reply.redirect(start.url.href, 303)
}

/** Handles the redirect back from the provider, and redirects to the console. */
async function end(
  { broker, requestInfo, origin }: Dependencies,
  request: SourceCall,
  reply: FastifyReply,
): Promise<unknown> {
  const { raw, params } = request
  const query = new URLSearchParams(/\?.*/s.exec(raw.url ?? '')?.[0] ?? '')
  const answer = await broker.end({
    ...{ key: params.key, params: query, request: requestInfo(request), raw: request },
  })
  reply.headers(privately)
  for (const cookie of answer.cookies) reply.header('set-cookie', cookie)
  return reply.redirect(origin() + answer.path, 303)
}

/** Sends an SMS code to the phone number that the provider reports. */
async function sendCode(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (request.headers.origin !== deps.origin())
    throw new OAuthError(403, 'access_denied', 'the request does not come from the console')
  const { ticket, proof } = (request.body ?? {}) as { ticket?: unknown; proof?: unknown }
  if (typeof ticket !== 'string') throw invalidRequest("missing required parameter 'ticket'")
  if (proof != null && (typeof proof !== 'string' || proof.length > limits.proofOfWork.answer))
    throw invalidRequest("'proof' is too long")
  const cookie = readCookie(request.headers.cookie, ticket, deps.secure())
  const info = deps.requestInfo(request)
  const phone = await phoneOf(deps, { ticket, cookie, request: info })
  return reply.headers(privately).send(await deps.broker.sendCode(phone, proof ?? undefined, info))
}
