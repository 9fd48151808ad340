import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { EmbeddedWorkerData } from './embedded-worker.ts'

/**
 * A connection to a database that lives in a worker thread. To the pg driver it is a socket: connecting starts the
 * thread and opens the database, ending it shuts the database down, destroying it is its crash (the log recovers it).
 */
export class EmbeddedConnection extends Duplex {
  #worker: Worker | undefined
  readonly #data: EmbeddedWorkerData
  readonly #ended = Promise.withResolvers<void>()
  /** Resolves once the thread is gone and the database closed. */
  readonly ended = this.#ended.promise

  constructor(data: EmbeddedWorkerData) {
    super()
    this.#data = data
  }

  connect(): void {
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: this.#data })
    this.#worker = worker
    worker.on('message', (message: 'open' | Uint8Array) => {
      if (message === 'open') this.emit('connect')
      else this.push(message)
    })
    worker.on('error', (error) => this.destroy(error))
    worker.on('exit', () => {
      this.#worker = undefined
      this.#ended.resolve()
      this.push(null)
      this.destroy()
    })
  }

  // The driver corks the messages of one statement: they arrive here together, as the thread wants them.
  override _writev(chunks: { chunk: Uint8Array }[], callback: () => void): void {
    const whole = new Uint8Array(chunks.reduce((length, { chunk }) => length + chunk.length, 0))
    let offset = 0
    for (const { chunk } of chunks) {
      whole.set(chunk, offset)
      offset += chunk.length
    }
    this.#worker?.postMessage(whole, [whole.buffer])
    callback()
  }

  override _read(): void {}

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    const ended = this.#worker?.terminate() ?? Promise.resolve()
    this.#worker = undefined
    ended.finally(() => callback(error))
  }

  // What the driver also calls on a socket.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {
    this.#worker?.ref()
  }
  unref(): void {
    this.#worker?.unref()
  }
}
