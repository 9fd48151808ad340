import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { AppError } from '../core/errors.ts'
import { isLoopback } from '../core/loopback.ts'

/** Adds metrics of the process and the duration of requests by route, in seconds. */
export function observeRequests(app: FastifyInstance, registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the start of a request to the end of its response',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // Skips streamed responses, because the duration of a subscription is not a response time.
    if (String(reply.getHeader('content-type')).startsWith('multipart/')) return
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

/**
 * Throws unless the caller may read the metrics. If a metrics token is configured, the caller must send it.
 * Without a metrics token, the caller must be on this machine, and a public URL must not be configured. With
 * a public URL, a local proxy may forward requests without adding a header, so that every client would seem
 * to be on this machine.
 */
export function mayReadMetrics(
  request: FastifyRequest,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): void {
  if (metricsToken) {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!given || !sameSecret(given, metricsToken)) throw new AppError('UNAUTHENTICATED')
    return
  }
  const local = !publicUrl && isLoopback(request.socket.remoteAddress ?? '') && !wasForwarded(request)
  if (!local) throw new AppError('FORBIDDEN', { message: ['metrics.token'] })
}

/**
 * Whether a proxy forwarded the request. Reads the raw headers, because `request.headers` no longer contains
 * the forwarding headers of untrusted peers.
 */
const wasForwarded = ({ raw }: FastifyRequest): boolean =>
  raw.rawHeaders.some(
    (name, index) => index % 2 === 0 && /^(forwarded|via|x-forwarded-.*|x-real-ip)$/i.test(name),
  )

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares the digests of the secrets in constant time, which also hides their length. */
const sameSecret = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret))
