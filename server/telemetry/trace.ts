import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span, SpanContext, SpanKind } from '@opentelemetry/api'
import { required } from '../../contract/required.ts'

// This file connects the server to its tracer without loading OpenTelemetry. Until telemetry/start.ts sets a
// tracer, the functions only run the work that is passed to them.

/** Values of enums in @opentelemetry/api, copied here so that the package is not loaded. */
export const serverKind: SpanKind.SERVER = 1
const clientKind: SpanKind.CLIENT = 2
const errorStatus = 2

export interface SpanDescription {
  /**
   * A name from a small set of values: a route, a field of the schema, or the kind and table of an SQL
   * statement. The name must not contain text from a request.
   */
  name: string
  attributes: Attributes
  kind?: SpanKind
}

/** Starts a span. Without a parent, the span starts a new trace. */
export type StartSpan = (span: SpanDescription, parent?: SpanContext) => Span

const current = new AsyncLocalStorage<Span>()
let startSpan: StartSpan | undefined

/** Sets the tracer for all spans that start from now on. undefined turns tracing off. */
export function setTracer(next: StartSpan | undefined): void {
  startSpan = next
}

export const isTracing = (): boolean => startSpan !== undefined

/**
 * Starts the span of an HTTP request. Uses only the ids and the sampled flag of the client's `traceparent`
 * header, because the rest can contain any text.
 */
export function startRequestSpan(span: SpanDescription, traceparent: unknown): Span | undefined {
  const match = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-|$)/.exec(String(traceparent))
  const parent = match && {
    traceId: required(match[1], 'match'),
    spanId: required(match[2], 'match'),
    traceFlags: Number.parseInt(required(match[3], 'match'), 16) & 1,
    isRemote: true,
  }
  return startSpan?.(span, parent ?? undefined)
}

/** Runs work with `span` as the current span, including everything that the work awaits. */
export const within = <T>(span: Span | undefined, work: () => T): T =>
  span ? current.run(span, work) : work()

/**
 * Runs work in a child span of the current span. Creates no span if there is no current span, or if it has
 * ended or is not sampled.
 */
export function inSpan<T>(describe: () => SpanDescription, work: () => Promise<T>): Promise<T> {
  const parent = startSpan && current.getStore()
  return parent?.isRecording()
    ? runAndEnd(required(startSpan, 'startSpan')(describe(), parent.spanContext()), work)
    : work()
}

async function runAndEnd<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(span, work)
  } catch (error) {
    fail(span, errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/**
 * Runs an SQL statement in a span that contains the statement's kind and table, but neither its text nor its
 * values.
 */
export const inStatement = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  inSpan(() => describeStatement(text), work)

export function describeStatement(text: string): SpanDescription {
  const [first = 'statement'] = /[a-z]+/i.exec(text.replace(/\/\*.*?\*\//gs, '')) ?? []
  const [, write, written] = /\b(insert into|delete from|merge into|update)\s+"?([a-z_.]+)/i.exec(text) ?? []
  // If the statement starts with a keyword that is not listed here, such as `select`, the word `update`
  // belongs to a lock clause (select … for update).
  const writes = write && /^(with|insert|delete|merge|update)$/i.test(first)
  const operation = (
    writes
      ? required(write.split(' ')[0], 'item of write')
      : first.toLowerCase() === 'with'
        ? 'select'
        : first
  ).toUpperCase()
  const table = writes ? written : /\bfrom\s+"?([a-z_.]+)/i.exec(text)?.[1]
  return {
    name: table ? `${operation} ${table}` : operation,
    kind: clientKind,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table && { 'db.collection.name': table }),
    },
  }
}

/** Ends the current span. Later work in the same request creates no more child spans. */
export function endSpan(): void {
  const span = current.getStore()
  if (span?.isRecording()) span.end()
}

export const fail = (span: Span, type: string): void => {
  span.setAttribute('error.type', type)
  span.setStatus({ code: errorStatus })
}

/** Returns the fields that link a log line to its trace. */
export function traceIds(): object {
  const span = current.getStore()?.spanContext()
  return span ? { trace_id: span.traceId, span_id: span.spanId, trace_flags: `0${span.traceFlags & 1}` } : {}
}

/**
 * Returns an error code, an SQLSTATE or a class name. Error messages are not used, because they can contain
 * user input.
 */
function errorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : String(name ?? 'Error')
}
