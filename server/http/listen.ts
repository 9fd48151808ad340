import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import type { Config } from '../config.ts'
import { defaults } from '../core/process/defaults.ts'
import { startingPage } from './files/starting.words.ts'
import { headersAt, securityHeaders } from './headers.ts'
import { answerTo, problem, problemType, Refusal, type RefusalName } from './problem.ts'
import { bareAddresses, ipMatcher, preferredLocale } from './request.ts'

type ListenConfig = Pick<
  Config,
  'host' | 'port' | 'publicUrl' | 'trustedOpeners' | 'trustedProxies' | 'deviceServiceUrl'
>

/** Timeouts in milliseconds after which a slow client is disconnected. */
export interface Timeouts {
  /** Maximum time until all headers have arrived. */
  headers: number
  /** Maximum time until the whole request has arrived. */
  request: number
  /** Maximum time without data in either direction. */
  idle: number
  /** Maximum time for the rest of a body after the response has been sent. */
  linger: number
  /**
   * Maximum idle time between two requests. It exceeds the 60 s for which proxies commonly keep connections
   * open.
   */
  keepAlive: number
}

const patience: Timeouts = {
  headers: 10_000,
  request: 30_000,
  idle: 120_000,
  linger: 1_000,
  keepAlive: 72_000,
}

export interface Listener {
  server: Server
  /** `http://host:port` with the port that was actually opened, without a trailing slash. */
  url: string
  port: number
  trusted: (address: string | undefined) => boolean
  /**
   * Sets the handler for all requests. Before that, only /healthz succeeds and all other requests get status
   * 503.
   */
  attach(handler: RequestListener): void
  /** Whether `close` has been called. */
  stopping(): boolean
  /**
   * Continues to respond for `drain` ms, but closes each connection after its response, so that proxies
   * switch to another server. Then stops accepting connections, waits at most `within` ms for running
   * requests, and closes the remaining connections.
   */
  close(drain?: number, within?: number): Promise<void>
}

const forwardedHeader = /^(forwarded|x-forwarded-.*|x-real-ip|x-request-id)$/

/**
 * Opens the port before the rest of the server is built, for three reasons: the issuer URL contains the port,
 * a port that is in use is reported immediately, and a long migration does not look like a dead process.
 * Every request passes through this listener first, so that all responses have the security headers.
 */
export async function openListener(config: ListenConfig, limits: Partial<Timeouts> = {}): Promise<Listener> {
  const { headers, request, idle, linger, keepAlive } = { ...patience, ...limits }
  const trusted = ipMatcher(config.trustedProxies)
  const fixedHeaders = Object.entries(securityHeaders(config))
  const open = new Set<ServerResponse>()
  let handler: RequestListener = (request, response) => {
    if (request.url?.toLowerCase() !== '/healthz') return refuseStarting(request, response)
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    response.end('{"status":"ok"}')
  }
  let stopping = false

  const server = createServer(
    {
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: keepAlive,
      connectionsCheckingInterval: Math.min(2_000, headers),
      maxHeaderSize: 16_384,
      // Node.js would reject requests without a Host header by itself, but its response would lack the
      // security headers.
      requireHostHeader: false,
    },
    receive,
  )
  server.setTimeout(idle)
  server.on('checkExpectation', receive)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answering = [...open].some((response) => response.socket === socket && response.headersSent)
    if (error.code === 'ECONNRESET' || !socket.writable || answering) socket.destroy()
    else refuseUnparsed(error, socket as Socket, fixedHeaders)
  })

  function receive(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of fixedHeaders) response.setHeader(name, value)
    for (const [name, value] of Object.entries(headersAt(config, request.url ?? '')))
      response.setHeader(name, value)
    response.setHeader('X-Request-Id', resolveOrigin(request, trusted))
    response.shouldKeepAlive &&= !stopping
    open.add(response)
    response.once('finish', () => {
      if (!request.complete) setTimeout(() => request.complete || request.socket.destroy(), linger).unref()
    })
    response.once('close', () => {
      open.delete(response)
      if (!server.listening) server.closeIdleConnections()
    })
    const { expect, host } = request.headers
    const malformed = (expect && !/^100-continue$/i.test(expect)) || (!host && request.httpVersion === '1.1')
    if (malformed) {
      refuse(request, response, 'malformed')
      return
    }
    // Replaces the host that the client sent, because links must never contain it.
    request.headers.host = ownHost
    request.url = request.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
    handler(request, response)
  }

  const port = await listen(server, config.host, config.port)
  const url = `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${port}`
  const ownHost = new URL(config.publicUrl ?? url).host
  return {
    server,
    port,
    url,
    trusted,
    attach(next) {
      handler = next
    },
    stopping: () => stopping,
    async close(drain = 0, within = 10_000) {
      stopping = true
      for (const response of open) response.shouldKeepAlive = false
      if (drain) await new Promise((done) => setTimeout(done, drain))
      await closeServer(server, within)
    },
  }
}

/**
 * Removes the forwarding headers of untrusted peers. For trusted peers, reduces `X-Forwarded-For` to plain IP
 * addresses, so that all later code reads the header in the same way. Returns the request id.
 */
function resolveOrigin(request: IncomingMessage, trusted: Listener['trusted']): string {
  const forwardedFor = request.headers['x-forwarded-for']
  if (!trusted(request.socket.remoteAddress)) {
    for (const name of Object.keys(request.headers)) {
      if (forwardedHeader.test(name)) delete request.headers[name]
    }
  } else if (forwardedFor) request.headers['x-forwarded-for'] = bareAddresses(String(forwardedFor))
  const given = request.headers['x-request-id']
  const id = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
  request.headers['x-request-id'] = id
  return id
}

/**
 * Sends the response to a request that could not be parsed. There is no request or response object, so the
 * response is written directly to the socket.
 */
function refuseUnparsed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  fixedHeaders: readonly [string, string][],
): void {
  const reasons: Record<string, RefusalName> = {
    HPE_HEADER_OVERFLOW: 'headers',
    ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  }
  const id = randomUUID()
  const answer = answerTo(new Refusal(reasons[error.code ?? ''] ?? 'malformed'), defaults.defaultLocale)
  const { title, ...rest } = problem(answer, id) as { title: string }
  const body = Buffer.from(JSON.stringify({ title, ...rest }))
  const head = [
    ...fixedHeaders,
    ['X-Request-Id', id],
    ['Content-Type', problemType],
    ['Content-Length', String(body.length)],
    ['Connection', 'close'],
  ]
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${answer.status} ${title}\r\n${lines}\r\n`), body]))
}

/**
 * Refuses a request while the server starts. Browsers that request a page get a page that reloads itself. All
 * other clients get the error as JSON.
 */
function refuseStarting(request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request
  if (!(method === 'GET' && headers.accept?.includes('text/html'))) {
    refuse(request, response, 'starting')
    return
  }
  response.shouldKeepAlive = false
  response
    .writeHead(503, {
      'Content-Type': 'text/html; charset=utf-8',
      'Retry-After': '3',
      Vary: 'Accept',
    })
    .end(startingPage)
}

function refuse(request: IncomingMessage, response: ServerResponse, reason: RefusalName): void {
  const answer = answerTo(new Refusal(reason), preferredLocale(request.headers['accept-language']))
  response.statusCode = answer.status
  response.setHeader('Content-Type', problemType)
  if (answer.retryAfter) response.setHeader('Retry-After', String(answer.retryAfter))
  response.shouldKeepAlive = false
  response.end(JSON.stringify(problem(answer, '')))
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} of ${host} is in use. Set PORT to another port, or to 0 for any free port.`
      const other = `Cannot listen on port ${port} of ${host} (${error.code}). HOST must be an address of this machine, and this user must be permitted to use PORT.`
      reject(new Error(error.code === 'EADDRINUSE' ? inUse : other, { cause: error }))
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function closeServer(server: Server, within: number): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve()
    const cut = setTimeout(() => server.closeAllConnections(), within)
    // server.close() closes idle keep-alive connections immediately, and busy connections after their current
    // response.
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
  })
}
