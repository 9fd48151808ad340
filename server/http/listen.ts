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
import { keepsOpener, securityHeaders } from './headers.ts'
import { answerTo, problem, Refusal, type RefusalName } from './problem.ts'
import { addressMatcher, preferredLocale } from './request.ts'

export type ListenConfig = Pick<
  Config,
  'host' | 'port' | 'publicUrl' | 'trustedOpeners' | 'trustedProxies' | 'deviceServiceUrl'
>

/** Milliseconds after which a slow sender is let go. */
export interface Patience {
  /** for all headers */
  headers: number
  /** for the whole request */
  request: number
  /** without a byte either way */
  idle: number
  /** between two requests; longer than the 60 s that proxies commonly keep one open */
  keepAlive: number
}

const patience: Patience = { headers: 10_000, request: 30_000, idle: 120_000, keepAlive: 72_000 }

export interface Listener {
  server: Server
  /** `http://host:port` as taken, without a trailing slash. */
  url: string
  port: number
  trusted: (address: string | undefined) => boolean
  /** From now on this answers. Until then only /healthz does, the rest is 503. */
  attach(handler: RequestListener): void
  /** Takes no more connections, lets requests under way end for at most `within` ms, then cuts what is left. */
  close(within?: number): Promise<void>
}

const forwardedHeader = /^(forwarded|x-forwarded-.*|x-real-ip|x-request-id)$/

/**
 * Takes the port before anything is built: the issuer's address holds it, a port in use is told at once, and a long
 * migration does not look like a dead process. Every request passes here first, so that no response goes without the
 * security headers.
 */
export async function openListener(config: ListenConfig, limits: Partial<Patience> = {}): Promise<Listener> {
  const { headers, request, idle, keepAlive } = { ...patience, ...limits }
  const trusted = addressMatcher(config.trustedProxies)
  const fixedHeaders = Object.entries(securityHeaders(config))
  let handler: RequestListener = answerWhileStarting

  const server = createServer(
    {
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: keepAlive,
      connectionsCheckingInterval: Math.min(2_000, headers),
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      for (const [name, value] of fixedHeaders) response.setHeader(name, value)
      if (keepsOpener(config, request.url ?? '')) {
        response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none')
      }
      response.setHeader('X-Request-Id', settleOrigin(request))
      handler(request, response)
    },
  )
  server.setTimeout(idle)
  server.on('clientError', (error, socket) => refuseUnparsed(error, socket as Socket))

  /** What an unlisted peer says of where a request came from is taken off it. Returns the request's id. */
  function settleOrigin(request: IncomingMessage): string {
    if (!trusted(request.socket.remoteAddress)) {
      for (const name of Object.keys(request.headers)) {
        if (forwardedHeader.test(name)) delete request.headers[name]
      }
    }
    const given = request.headers['x-request-id']
    const id = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
    request.headers['x-request-id'] = id
    return id
  }

  /** The parser gave up, so there is no request and no response: the bytes are written by hand. */
  function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const reasons: Record<string, RefusalName> = {
      HPE_HEADER_OVERFLOW: 'headers',
      ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
    }
    const id = randomUUID()
    const answer = answerTo(new Refusal(reasons[error.code ?? ''] ?? 'malformed'), 'zh-CN')
    const { title, ...rest } = problem(answer, id) as { title: string }
    const body = Buffer.from(JSON.stringify({ title, ...rest }))
    const head = [
      ...fixedHeaders,
      ['X-Request-Id', id],
      ['Content-Type', 'application/problem+json; charset=utf-8'],
      ['Content-Length', String(body.length)],
      ['Connection', 'close'],
    ]
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${answer.status} ${title}\r\n${lines}\r\n`), body]))
  }

  const port = await listen(server, config.host, config.port)
  return {
    server,
    port,
    url: `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${port}`,
    trusted,
    attach(next) {
      handler = next
    },
    close: (within = 10_000) => closeServer(server, within),
  }
}

function answerWhileStarting(request: IncomingMessage, response: ServerResponse): void {
  const alive = request.url === '/healthz'
  const locale = preferredLocale(request.headers['accept-language'])
  const answer = answerTo(new Refusal('starting'), locale)
  response.statusCode = alive ? 200 : answer.status
  response.setHeader('Content-Type', alive ? 'application/json' : 'application/problem+json; charset=utf-8')
  if (!alive) response.setHeader('Retry-After', String(answer.retryAfter))
  if (hasBody(request)) response.setHeader('Connection', 'close')
  response.end(JSON.stringify(alive ? { status: 'ok' } : problem(answer, '')))
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} of ${host} is in use; choose another with PORT, or PORT=0 for a free one.`
      reject(error.code === 'EADDRINUSE' ? new Error(inUse, { cause: error }) : error)
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
    // Ends idle keep-alive connections too; the others end with the answer under way.
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
  })
}
