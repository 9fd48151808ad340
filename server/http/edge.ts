import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { required } from '../../contract/required.ts'
import type { Config } from '../config.ts'
import { AppError } from '../core/errors.ts'
import { isStorable } from '../core/text.ts'
import { answerTo, graphqlErrors, isToLog, problem, problemType, Refusal } from './problem.ts'
import { loggedClient, preferredLocale, requestInfo } from './request.ts'

interface EdgeOptions {
  /** Answered in the form of GraphQL. */
  graphqlPaths: readonly string[]
  /** The console is reached over TLS. */
  secure: boolean
  logClient: Config['logClient']
}

/** What every request passes and every answer gets: who calls, what is refused at the door, errors, the log line. */
export function addEdge(app: FastifyInstance, { graphqlPaths, secure, logClient }: EdgeOptions) {
  const { isApi, methodsAt } = collectRoutes(app)

  app.decorateRequest('info')
  app.addHook('onRequest', async (request) => {
    request.info = requestInfo(request, secure)
    if (!isDecodable(request.raw.url ?? '')) throw new Refusal('url')
    // A small packed body may become a huge one.
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
    if (error === request.raw.errored) request.log.info('the client left while it was sending')
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

/** The pattern and never the URL itself, which may hold what somebody typed. */
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
  /** Is the URL an API's, so that no page of the console can be there? */
  isApi(path: string): boolean
  methodsAt(path: string): string[]
}

/** Knows the methods that each URL takes. A URL without a route of an API takes none, whether or not a page is there. */
function collectRoutes(app: FastifyInstance): KnownRoutes {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const methods = known.get(url)?.methods ?? new Set<string>()
    for (const name of [method].flat()) methods.add(name)
    known.set(url, { pattern: patternOf(url), methods })
  })
  const apiRoutes = (path: string) =>
    [...known].filter(([url, { pattern }]) => url !== consoleRoute && pattern.test(path))
  // Where only the case tells them apart, the console's page is meant: /Register is a call, /register a page.
  const isPageSpelling = (path: string) => path === path.toLowerCase() && pagesLikeCalls.includes(path)
  const isApi = (path: string) =>
    /^\/(api|realms)(\/|$)/i.test(path) || (!isPageSpelling(path) && apiRoutes(path).length > 0)
  return {
    isApi,
    methodsAt(path) {
      const routes = apiRoutes(path).map(([, route]) => route)
      // The server cannot tell a page of the console from a mistyped address, so that page alone allows no method.
      if (routes.length && !isApi(path)) routes.push(required(known.get(consoleRoute), 'item of known'))
      return [...new Set(routes.flatMap(({ methods }) => [...methods]))].sort()
    },
  }
}

/** Pages of the console that a call is called like. */
const pagesLikeCalls = ['/register']

const patternOf = (route: string): RegExp => {
  const parts = route.split('/').map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('/')}$`, 'i')
}

/** Its client went away before the answer was there: nothing is wrong. */
function isHangUp(error: unknown, reply: FastifyReply): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { name?: unknown } }
  return reply.raw.destroyed && (cause?.name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE')
}
