import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span, SpanContext, SpanKind } from '@opentelemetry/api'
import { required } from '../../contract/required.ts'

// The seam between the server and what traces it. Nothing of OpenTelemetry is loaded from here: until telemetry/start.ts
// puts a tracer in, each function does nothing but what it was asked to trace.

/** Numbers of @opentelemetry/api, whose enums would have to be loaded. */
export const serverKind: SpanKind.SERVER = 1
const clientKind: SpanKind.CLIENT = 2
const errorStatus = 2

export interface Described {
  /** Of few values: a route, a field of our schema, a kind of statement and its table. Nothing that a caller wrote. */
  name: string
  attributes: Attributes
  kind?: SpanKind
}

/** Begins a span under its parent; without one, a trace of its own. */
export type Begin = (span: Described, parent?: SpanContext) => Span

const current = new AsyncLocalStorage<Span>()
let begin: Begin | undefined

/** From now on spans go there; undefined: nowhere. */
export function traceWith(next: Begin | undefined): void {
  begin = next
}

export const isTracing = (): boolean => begin !== undefined

/** A request's span. Only the ids and the flag are taken of what its caller says; the rest could hold anything. */
export function beginRequest(span: Described, traceparent: unknown): Span | undefined {
  const given = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-|$)/.exec(String(traceparent))
  const parent = given && {
    traceId: required(given[1], 'item of given'),
    spanId: required(given[2], 'item of given'),
    traceFlags: Number.parseInt(required(given[3], 'item of given'), 16) & 1,
    isRemote: true,
  }
  return begin?.(span, parent ?? undefined)
}

/** Runs work, and all that it waits for, under a span. */
export const within = <T>(span: Span | undefined, work: () => T): T =>
  span ? current.run(span, work) : work()

/** Work in a span under the one that it runs in; alone where that is none, is over or is not sampled. */
export function inSpan<T>(describe: () => Described, work: () => Promise<T>): Promise<T> {
  const parent = begin && current.getStore()
  return parent?.isRecording()
    ? spanned(required(begin, 'begin')(describe(), parent.spanContext()), work)
    : work()
}

async function spanned<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(span, work)
  } catch (error) {
    fail(span, errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** A statement's: its kind and its table. Its text is left out, and its values are nobody's business. */
export const inStatement = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  inSpan(() => describeStatement(text), work)

export function describeStatement(text: string): Described {
  const [first = 'statement'] = /[a-z]+/i.exec(text.replace(/\/\*.*?\*\//gs, '')) ?? []
  const [, write, written] = /\b(insert into|delete from|merge into|update)\s+"?([a-z_.]+)/i.exec(text) ?? []
  // Elsewhere `update` locks: select … for update.
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

/** Ends the span that this runs in, and with it what would be traced under it. */
export function endSpan(): void {
  const span = current.getStore()
  if (span?.isRecording()) span.end()
}

/** Marks a span as failed. */
export const fail = (span: Span, type: string): void => {
  span.setAttribute('error.type', type)
  span.setStatus({ code: errorStatus })
}

/** For a line of the log, in the words of OpenTelemetry. */
export function traceIds(): object {
  const span = current.getStore()?.spanContext()
  return span ? { trace_id: span.traceId, span_id: span.spanId, trace_flags: `0${span.traceFlags & 1}` } : {}
}

/** Our own code, an SQLSTATE or a class: a message may quote what was sent. */
function errorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : String(name ?? 'Error')
}
