import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginRequest, fail, isTracing, serverKind, within } from '../telemetry/trace.ts'

/**
 * A span for each request, but for probes, by its route: a URL may hold what somebody typed. To be called before other
 * hooks are added, which run in it. Where nothing is traced, no hook is added.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, reply, done) => {
    // Their lines are left out of the log for the same reason.
    if (request.routeOptions.logLevel === 'warn') return done()
    const { method, headers } = request
    const route = request.routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = beginRequest(
      { name: `${method} ${route}`, kind: serverKind, attributes },
      headers.traceparent,
    )
    if (!span) return done()
    spans.set(request, span)
    // Also where the client has left before the end.
    reply.raw.once('close', () => {
      if (!span.isRecording()) return
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) fail(span, String(reply.statusCode))
      span.end()
    })
    within(span, done)
  })
  // A body that has been read, and an answer that has been sent, come from outside of it.
  app.addHook('preHandler', (request, _reply, done) => within(spans.get(request), done))
  app.addHook('onResponse', (request, _reply, done) => within(spans.get(request), done))
}
