import { Readable } from 'node:stream'

/** Milliseconds between two signs of life, so that nothing on the way takes an open answer for a dead one. */
const heartbeat = 20_000

interface Options {
  /** One result as it is sent. */
  shown(result: object): object
  /** What stands in the last part where the results end with an error. */
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
