import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { first, required } from '../../contract/required.ts'

// This file implements a minimal OpenTelemetry collector for OTLP over HTTP in protobuf. The field numbers
// are those of trace.proto, metrics.proto, logs.proto and common.proto in
// github.com/open-telemetry/opentelemetry-proto.

type Field = number | bigint | Buffer
type Message = Map<number, Field[]>

export interface SentSpan {
  traceId: string
  id: string
  parentId: string
  name: string
  attributes: Record<string, string>
}

/** Starts a collector that stores the body of every request and responds with `status`. */
export async function startCollector(status = 200) {
  const bodies: Record<string, Buffer[]> = {}
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const signal = /\/v1\/(\w+)$/.exec(request.url ?? '')?.[1] ?? 'other'
    bodies[signal] ??= []
    bodies[signal].push(Buffer.concat(chunks))
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  /**
   * An export request contains resources (field 1), a resource contains scopes (field 2), and a scope
   * contains the items (field 2).
   */
  const items = (signal: string): Message[] =>
    (bodies[signal] ?? []).flatMap((body) =>
      children(read(body), 1).flatMap((resource) =>
        children(resource, 2).flatMap((scope) => children(scope, 2)),
      ),
    )

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the raw bytes of all requests, for asserting that they do not contain a value. */
    bytes: () => Buffer.concat(Object.values(bodies).flat()),
    spans: (): SentSpan[] =>
      items('traces').map((span) => ({
        traceId: hex(span, 1),
        id: hex(span, 2),
        parentId: hex(span, 4),
        name: text(span, 5),
        attributes: attributes(span, 9),
      })),
    logs: () =>
      items('logs').map((record) => ({ traceId: hex(record, 9), body: anyValue(children(record, 5)[0]) })),
    /** Returns the attributes and the count of each histogram data point. */
    histograms: () =>
      items('metrics').flatMap((metric) =>
        children(metric, 9).flatMap((histogram) =>
          children(histogram, 1).map((point) => ({
            name: text(metric, 1),
            attributes: attributes(point, 9),
            count: fixed64s(point, 4)[0],
            buckets: fixed64s(point, 6),
          })),
        ),
      ),
    resource: () =>
      attributes(
        first(
          children(
            first(children(read(first(required(bodies.traces, 'traces'), 'traces')), 1), 'children'),
            1,
          ),
          'children',
        ),
        1,
      ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const children = (message: Message, field: number): Message[] =>
  (message.get(field) ?? []).map((each) => read(each as Buffer))
const hex = (message: Message, field: number) => ((message.get(field)?.[0] ?? '') as Buffer).toString('hex')
const text = (message: Message, field: number) => String(message.get(field)?.[0] ?? '')
const anyValue = (value: Message | undefined) => String([...(value?.values() ?? [])].flat()[0] ?? '')
const attributes = (message: Message, field: number) =>
  Object.fromEntries(children(message, field).map((pair) => [text(pair, 1), anyValue(children(pair, 2)[0])]))
const fixed64s = (message: Message, field: number) => {
  const packed = Buffer.concat((message.get(field) ?? []) as Buffer[])
  return Array.from({ length: packed.length / 8 }, (_, index) => Number(packed.readBigUInt64LE(index * 8)))
}

/**
 * Parses a protobuf message. Its wire types, defined in protobuf.dev/programming-guides/encoding, are varint
 * (0), 8 bytes (1), length-delimited (2) and 4 bytes (5).
 */
function read(bytes: Buffer): Message {
  const fields: Message = new Map()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = required(bytes[at++], 'item of bytes')
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const field = tag >> 3
    const value = required(
      { 0: varint, 1: () => take(8), 2: () => take(Number(varint())), 5: () => take(4) }[tag & 7],
      'item of table',
    )()
    fields.set(field, [...(fields.get(field) ?? []), value])
  }
  return fields
}
