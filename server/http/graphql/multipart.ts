import { Readable } from 'node:stream'
import { required } from '../../../contract/required.ts'

export interface Form {
  /**
   * Whether to use the older format of graphql-js, in which parts of `@defer` are identified by path instead
   * of id.
   */
  older: boolean
  /** Content type of the response. */
  type: string
}

/**
 * Multipart formats by their name in the Accept header. If the header contains no name, the current format is
 * used.
 */
const forms: Record<string, Pick<Form, 'older'>> = {
  '': { older: false },
  'incrementalSpec=v0.2': { older: false },
  'incrementalSpec=v0.1': { older: true },
  'deferSpec=20220824': { older: true },
}

/** Returns the multipart format that an Accept header accepts, or null if it accepts none. */
export function partsTaken(accept = ''): Form | null {
  for (const range of accept.split(',')) {
    const [type, ...parameters] = range
      .replaceAll('"', '')
      .split(';')
      .map((part) => part.trim())
    if (!/^(multipart\/(mixed|\*)|\*\/\*)$/i.test(required(type, 'type'))) continue
    const spec = parameters.find((each) => /^(deferSpec|incrementalSpec)=/i.test(each)) ?? ''
    const known = Object.keys(forms).find((name) => name.toLowerCase() === spec.toLowerCase())
    if (known === undefined) continue
    return {
      ...required(forms[known], 'item of forms'),
      type: `multipart/mixed; boundary="-"${known && `; ${known}`}`,
    }
  }
  return null
}

/** Milliseconds between two heartbeats. They prevent proxies from closing an idle stream. */
const heartbeat = 20_000

interface Options {
  /** Formats one result of the operation. */
  shown(result: object): object
  /** Formats the last part if the stream of results ends with an error. */
  describe(error: unknown): object
  /** Aborted when the client has disconnected. */
  signal: AbortSignal
  /** Whether to send an empty object regularly as a heartbeat. */
  beats: boolean
}

/**
 * Returns the results as a stream of multipart/mixed parts with the boundary "-". The iterator of the results
 * is always closed at the end.
 */
export function multipart(results: AsyncIterable<object>, { shown, describe, signal, beats }: Options) {
  const iterator = results[Symbol.asyncIterator]()
  let room = Promise.withResolvers<void>()
  const stream = new Readable({
    read: () => room.resolve(),
    destroy(error, done) {
      clearInterval(beating)
      room.resolve()
      iterator.return?.().catch(() => {})
      done(error)
    },
  })
  const beating = beats
    ? setInterval(() => stream.readableLength || stream.push(part({})), heartbeat).unref()
    : undefined
  const leave = () => stream.destroy()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  else void send()
  return stream

  async function send(): Promise<void> {
    stream.push('---')
    try {
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        room = Promise.withResolvers()
        if (stream.destroyed) return
        if (!stream.push(part(shown(next.value)))) await room.promise
      }
    } catch (error) {
      if (!stream.destroyed) stream.push(part(describe(error)))
    }
    if (stream.destroyed) return
    stream.push('--\r\n')
    stream.push(null)
  }
}

const part = (body: object): string =>
  `\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${JSON.stringify(body)}\r\n---`
