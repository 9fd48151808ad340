import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { EmbeddedWorkerData } from './embedded-worker.ts'

interface EmbeddedServer {
  /** Opens the database; takes seconds where there is none yet, or a crash to recover from. Throws where it cannot. */
  open(): Promise<unknown>
  /**
   * A connection to it, of which there may be one: to the pg driver a socket. Ending it shuts the database down,
   * destroying it is the database's crash; the next connection opens it again.
   */
  connect(): Duplex
  close(): Promise<void>
}

type Message = 'made' | 'open' | { crash: string } | Uint8Array

/** ms that opening may take: recovery takes seconds, making a database half a minute on a machine that is busy. */
const patience = 180_000

/** PostgreSQL in a worker thread of this process. */
export function createEmbedded(workerData: EmbeddedWorkerData, openWithin = patience): EmbeddedServer {
  let opening: Promise<Worker> | undefined
  let ended: Promise<unknown> = Promise.resolve()

  // Whoever connects may give up before the database is open: it goes on opening for the next one.
  function open(): Promise<Worker> {
    opening ??= ended.then(start)
    return opening
  }

  function start(): Promise<Worker> {
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData,
      execArgv: [], // not those of the process, --eval for example
    })
    const { promise, resolve, reject } = Promise.withResolvers<Worker>()
    const timer = setTimeout(() => {
      reject(new Error(`it did not open within ${openWithin / 1_000} s`))
      worker.terminate()
    }, openWithin)
    promise.catch(() => {}).finally(() => clearTimeout(timer))
    worker.on('message', (message: Message) => {
      if (message === 'open') resolve(worker)
      else if (message === 'made') resolve(ended.then(open))
      else if ('crash' in message) reject(new Error(message.crash))
    })
    worker.on('error', reject)
    // Two threads must never have one folder: the next one waits for this.
    ended = new Promise<void>((end) => {
      worker.once('exit', () => {
        opening = undefined
        reject(new Error('The embedded database has ended'))
        end()
      })
    })
    return promise
  }

  function connect(): Duplex {
    let worker: Worker | undefined
    const connection = new Duplex({
      read() {},
      // The driver corks the messages of one statement: they arrive here together, as the thread wants them.
      writev(chunks, callback) {
        const message = new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk)))
        worker?.postMessage(message, [message.buffer])
        callback()
      },
      destroy(error, callback) {
        const terminated = worker?.terminate() ?? Promise.resolve()
        terminated.finally(() => callback(error))
      },
    })

    async function attach(): Promise<void> {
      try {
        const opened = await open()
        if (connection.destroyed) return
        worker = opened
      } catch (error) {
        connection.destroy(error as Error)
        return
      }
      worker.on('message', (message: Message) => {
        if (message instanceof Uint8Array) connection.push(message)
        else if (typeof message === 'object') connection.destroy(new Error(message.crash))
      })
      worker.on('error', (error: Error) => connection.destroy(error))
      worker.on('exit', () => {
        connection.push(null)
        connection.destroy()
      })
      connection.emit('connect')
    }

    const nothing = () => {}
    const socket = {
      connect: attach,
      setNoDelay: nothing,
      setKeepAlive: nothing,
      ref: nothing,
      unref: nothing,
    }
    return Object.assign(connection, socket)
  }

  return {
    open,
    connect,
    async close() {
      const worker = await opening?.catch(() => undefined)
      worker?.postMessage(Buffer.from('X\0\0\0\x04'))
      await ended
    },
  }
}
