import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { required } from '../../contract/required.ts'
import type { Config } from '../config.ts'
import { AppError } from '../core/errors.ts'
import { isStorable } from '../core/text.ts'
import { answerTo, graphqlErrors, isToLog, problem, problemType, Refusal } from './problem.ts'
import { loggedClient, preferredLocale, requestInfo } from './request.ts'

interface EdgeOptions {
  /** Paths at which errors are sent in GraphQL format. */
  graphqlPaths: readonly string[]
  /** Whether users reach the console over TLS. */
  secure: boolean
  logClient: Config['logClient']
}

/**
 * Adds the hooks that all requests share: they collect information about the caller, reject malformed
 * requests, send error responses and write the log line.
 */
export function addEdge(app: FastifyInstance, { graphqlPaths, secure, logClient }: EdgeOptions) {
  const { isApi, methodsAt } = collectRoutes(app)

  app.decorateRequest('info')
  app.addHook('onRequest', async (request) => {
    request.info = requestInfo(request, secure)
    if (!isDecodable(request.raw.url ?? '')) throw new Refusal('url')
    // Rejects compressed bodies, because a small body could expand to a huge one.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new Refusal('encoding')
  })
  app.addHook('onResponse', async (request, reply) => logLine(request, reply, logClient))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(async (request, reply) => {
    const allowed = methodsAt(pathOf(request.url))
    if (!allowed.length || allowed.includes(request.method)) throw new Refusal('path')
    reply.header('Allow', allowed.join(', '))
    throw new Refusal('method')
  })

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const locale = request.info?.locale ?? preferredLocale(request.headers['accept-language'])
    const answer = answerTo(error, locale)
    if (error === request.raw.errored) request.log.info('the client disconnected while sending the request')
    else if (isToLog(answer, error) && !(error instanceof Refusal) && !isHangUp(error, reply))
      request.log.error({ answer: answer.code, err: causeOf(error) }, 'request failed')
    if (answer.retryAfter) reply.header('Retry-After', String(answer.retryAfter))
    if (answer.status === 401) reply.header('WWW-Authenticate', 'Bearer')
    reply.code(answer.status).header('Content-Language', locale)
    const graphql = graphqlPaths.includes(request.routeOptions.url ?? '')
    return graphql
      ? reply.type('application/json; charset=utf-8').send(graphqlErrors(answer, request.id))
      : reply.type(problemType).send(problem(answer, request.id))
  }

  return { answerError, isApi }
}

export const consoleRoute = '/*'
export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '/'

const causeOf = (error: unknown) => (error instanceof AppError && error.cause) || (error as FastifyError)

/**
 * Writes the log line of a request. It contains the route pattern instead of the URL, because URLs can
 * contain personal data.
 */
function logLine(request: FastifyRequest, reply: FastifyReply, logClient: Config['logClient']): void {
  const client = loggedClient(request.info?.ip ?? '', logClient)
  request.log.info(
    {
      ...(client && { client }),
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

interface KnownRoutes {
  /** Whether the path belongs to an API, so that it cannot be a page of the console. */
  isApi(path: string): boolean
  methodsAt(path: string): string[]
}

/**
 * Collects the HTTP methods of each route. `methodsAt` returns no methods for a path without an API route,
 * even if the path is a page of the console.
 */
function collectRoutes(app: FastifyInstance): KnownRoutes {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const methods = known.get(url)?.methods ?? new Set<string>()
    for (const name of [method].flat()) methods.add(name)
    known.set(url, { pattern: patternOf(url), methods })
  })
  const apiRoutes = (path: string) =>
    [...known].filter(([url, { pattern }]) => url !== consoleRoute && pattern.test(path))
  // Whether the path is written exactly like a page of the console. Some paths differ only in case: /Register
  // is an API call, /register is a page.
  const isPageSpelling = (path: string) => path === path.toLowerCase() && pagesLikeCalls.includes(path)
  const isApi = (path: string) =>
    /^\/(api|realms)(\/|$)/i.test(path) || (!isPageSpelling(path) && apiRoutes(path).length > 0)
  return {
    isApi,
    methodsAt(path) {
      const routes = apiRoutes(path).map(([, route]) => route)
      // The methods of the console's route are listed only for pages whose path equals that of an API call.
      // For all other paths, the server cannot distinguish a page from a mistyped URL.
      if (routes.length && !isApi(path)) routes.push(required(known.get(consoleRoute), 'item of known'))
      return [...new Set(routes.flatMap(({ methods }) => [...methods]))].sort()
    },
  }
}

/** Pages of the console whose path equals that of an API call. */
const pagesLikeCalls = ['/register']

const patternOf = (route: string): RegExp => {
  const parts = route.split('/').map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('/')}$`, 'i')
}

/** Whether the error only means that the client closed the connection before the response was complete. */
function isHangUp(error: unknown, reply: FastifyReply): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { name?: unknown } }
  return reply.raw.destroyed && (cause?.name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE')
}
