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
  readonly #previous: Promise<void> | undefined
  readonly #ended = Promise.withResolvers<void>()
  /** Resolves once the thread is gone and the database closed. */
  readonly ended = this.#ended.promise

  /** previous: the connection that this one takes the place of; two threads must never have one folder. */
  constructor(data: EmbeddedWorkerData, previous?: EmbeddedConnection) {
    super()
    this.#data = data
    this.#previous = previous?.ended
  }

  async connect(): Promise<void> {
    await this.#previous
    if (this.destroyed) return this.#ended.resolve()
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: this.#data,
      execArgv: [], // not those of the process, --eval for example
    })
    this.#worker = worker
    worker.on('message', (message: 'open' | { crash: string } | Uint8Array) => {
      if (message === 'open') this.emit('connect')
      else if (message instanceof Uint8Array) this.push(message)
      else this.destroy(new Error(message.crash))
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
