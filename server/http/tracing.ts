import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail, isTracing, serverKind, startRequestSpan, within } from '../telemetry/trace.ts'

/**
 * Adds one span per request, except for probes. Spans are named after routes, because URLs can contain
 * personal data. Must be called before other hooks are added, so that they run inside the span. If tracing is
 * off, no hook is added.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, reply, done) => {
    // Skips probes, which are recognized by their log level `warn`.
    if (request.routeOptions.logLevel === 'warn') return done()
    const { method, headers } = request
    const route = request.routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = startRequestSpan(
      { name: `${method} ${route}`, kind: serverKind, attributes },
      headers.traceparent,
    )
    if (!span) return done()
    spans.set(request, span)
    // Use the event "close", because it is also emitted if the client disconnects early.
    reply.raw.once('close', () => {
      if (!span.isRecording()) return
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) fail(span, String(reply.statusCode))
      span.end()
    })
    within(span, done)
  })
  // Restores the active span, which is lost during asynchronous I/O before these hooks.
  app.addHook('preHandler', (request, _reply, done) => within(spans.get(request), done))
  app.addHook('onResponse', (request, _reply, done) => within(spans.get(request), done))
}
