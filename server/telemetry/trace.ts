import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span, SpanContext, SpanKind } from '@opentelemetry/api'
import { required } from '../../contract/required.ts'

// Interface between the server and its tracer. This file does not load OpenTelemetry. Until
// telemetry/start.ts sets a tracer, each function only runs the work that it receives.

/** Values of enums in @opentelemetry/api, repeated here so that the package is not loaded. */
export const serverKind: SpanKind.SERVER = 1
const clientKind: SpanKind.CLIENT = 2
const errorStatus = 2

export interface SpanDescription {
  /**
   * Name with few distinct values: a route, a field of the schema, or the kind and table of a statement. It
   * must contain nothing that a caller wrote.
   */
  name: string
  attributes: Attributes
  kind?: SpanKind
}

/** Starts a span under its parent, or a new trace if there is no parent. */
export type StartSpan = (span: SpanDescription, parent?: SpanContext) => Span

const current = new AsyncLocalStorage<Span>()
let startSpan: StartSpan | undefined

/** Sets the tracer for all spans from now on. undefined turns tracing off. */
export function setTracer(next: StartSpan | undefined): void {
  startSpan = next
}

export const isTracing = (): boolean => startSpan !== undefined

/**
 * Starts the span of an HTTP request. Only the ids and the sampled flag of the caller's `traceparent` are
 * used, because the rest can contain any text.
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

/** Runs work, and everything that it awaits, under a span. */
export const within = <T>(span: Span | undefined, work: () => T): T =>
  span ? current.run(span, work) : work()

/**
 * Runs work in a span under the current span. Adds no span if there is no current span, or if it has ended or
 * is not sampled.
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
 * Runs a SQL statement in a span that contains its kind and its table, but neither its text nor its values.
 */
export const inStatement = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  inSpan(() => describeStatement(text), work)

export function describeStatement(text: string): SpanDescription {
  const [first = 'statement'] = /[a-z]+/i.exec(text.replace(/\/\*.*?\*\//gs, '')) ?? []
  const [, write, written] = /\b(insert into|delete from|merge into|update)\s+"?([a-z_.]+)/i.exec(text) ?? []
  // In other statements, `update` belongs to a lock clause (select … for update).
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

/** Ends the current span. Later work adds no more child spans to it. */
export function endSpan(): void {
  const span = current.getStore()
  if (span?.isRecording()) span.end()
}

export const fail = (span: Span, type: string): void => {
  span.setAttribute('error.type', type)
  span.setStatus({ code: errorStatus })
}

/** Returns the OpenTelemetry fields of a log line. */
export function traceIds(): object {
  const span = current.getStore()?.spanContext()
  return span ? { trace_id: span.traceId, span_id: span.spanId, trace_flags: `0${span.traceFlags & 1}` } : {}
}

/** Returns an error code, an SQLSTATE or a class name. Messages are omitted, because they can quote input. */
function errorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : String(name ?? 'Error')
}
