import { Readable } from 'node:stream'
import { required } from '../../../contract/required.ts'

interface Form {
  /** That of graphql-js until 2022: a part of `@defer` is identified by its path, not by an id. */
  older: boolean
  /** Content type of the answer. */
  type: string
}

/** What clients call the forms of an answer in parts; whoever names none takes the present one. */
const forms: Record<string, Pick<Form, 'older'>> = {
  '': { older: false },
  'incrementalSpec=v0.2': { older: false },
  'incrementalSpec=v0.1': { older: true },
  'deferSpec=20220824': { older: true },
}

/** The form in which the sender of an `Accept` header takes an answer in parts; null where it is none of these. */
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

/** Milliseconds between two signs of life, so that nothing on the way takes an open answer for a dead one. */
const heartbeat = 20_000

interface Options {
  /** One result as it is sent. */
  shown(result: object): object
  /** The last part where the results end with an error. */
  describe(error: unknown): object
  /** The client is gone. */
  signal: AbortSignal
  /** Sends an empty object as a part every so often. */
  beats: boolean
}

/** Results as the parts of multipart/mixed with the boundary "-". Whatever the end, the results are told to return. */
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
