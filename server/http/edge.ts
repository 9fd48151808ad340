import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../core/errors.ts'
import { isStorable } from './body.ts'
import { hasBody } from './listen.ts'
import { answerTo, graphqlErrors, problem, Refusal } from './problem.ts'
import { preferredLocale, requestInfo } from './request.ts'

interface EdgeOptions {
  isUnavailable: (error: unknown) => boolean
  stopping: () => boolean
  /** Answered in the form of GraphQL. */
  graphqlPaths: readonly string[]
}

/** What every request passes and every answer gets: who calls, what is refused at the door, errors, the log line. */
export function addEdge(app: FastifyInstance, { isUnavailable, stopping, graphqlPaths }: EdgeOptions) {
  const methodsAt = collectMethods(app)

  app.decorateRequest('info')
  app.addHook('onRequest', async (request, reply) => {
    request.info = requestInfo(request)
    // A proxy then opens its next connection to a server that stays.
    if (stopping()) reply.raw.setHeader('Connection', 'close')
    if (!isDecodable(request.raw.url ?? '')) throw new Refusal('url')
    // A small packed body may become a huge one.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new Refusal('encoding')
  })
  app.addHook('onResponse', async (request, reply) => logLine(request, reply))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(async (request, reply) => {
    const allowed = methodsAt(request.url)
    if (!allowed.length) throw new Refusal('path')
    reply.header('Allow', allowed.join(', '))
    throw new Refusal('method')
  })

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const locale = request.info?.locale ?? preferredLocale(request.headers['accept-language'])
    const answer = answerTo(error, locale, isUnavailable)
    if (answer.status >= 500 && !(error instanceof Refusal)) {
      request.log.error({ code: answer.code, err: causeOf(error) }, 'request failed')
    }
    // Nobody waits for the rest of a body that is not wanted.
    if (hasBody(request.raw) && !request.raw.complete) reply.raw.setHeader('Connection', 'close')
    if (answer.retryAfter) reply.header('Retry-After', String(answer.retryAfter))
    if (answer.status === 401) reply.header('WWW-Authenticate', 'Bearer')
    reply.code(answer.status).header('Content-Language', locale)
    const graphql = graphqlPaths.includes(request.routeOptions.url ?? '')
    return graphql
      ? reply.type('application/json; charset=utf-8').send(graphqlErrors(answer, request.id))
      : reply.type('application/problem+json; charset=utf-8').send(problem(answer, request.id))
  }

  return { answerError }
}

const causeOf = (error: unknown) => (error instanceof AppError && error.cause) || (error as FastifyError)

/** The pattern and never the address itself, which may hold what somebody typed. */
function logLine(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'request',
  )
}

function isDecodable(url: string): boolean {
  try {
    return isStorable(decodeURIComponent(url))
  } catch {
    return false
  }
}

/** Which methods an address takes; the console takes GET at every address that is no other's. */
function collectMethods(app: FastifyInstance): (url: string) => string[] {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const methods = known.get(url)?.methods ?? new Set<string>()
    for (const name of [method].flat()) methods.add(name)
    known.set(url, { pattern: patternOf(url), methods })
  })
  return (url) => {
    const path = url.split(/[?#]/, 1)[0] ?? '/'
    const routes = [...known].filter(([, { pattern }]) => pattern.test(path))
    const exact = routes.filter(([route]) => route !== '/*')
    const chosen = exact.length || /^\/(api|realms)\//.test(path) ? exact : routes
    return [...new Set(chosen.flatMap(([, { methods }]) => [...methods]))].sort()
  }
}

const patternOf = (route: string): RegExp => {
  const source = route
    .split('/')
    .map((part) =>
      part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
  return new RegExp(`^${source.join('/')}$`)
}
