import { Duplex } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { EmbeddedWorkerData } from './embedded-worker.ts'

interface EmbeddedServer {
  /**
   * Opens the database. This takes seconds if the database must be created or recovered after a crash.
   * Rejects if it cannot be opened.
   */
  open(): Promise<unknown>
  /**
   * Returns a socket for the pg driver. Only one connection is possible at a time. Ending the socket shuts
   * the database down. Destroying the socket has the effect of a crash. The next connection opens the
   * database again.
   */
  connect(): Duplex
  close(): Promise<void>
}

type Message = 'open' | { crash: string } | Uint8Array

/**
 * Milliseconds within which the database must open. Recovery takes seconds, and creating a database takes
 * half a minute on a busy machine.
 */
const patience = 180_000

function startWorker(workerData: EmbeddedWorkerData): Worker {
  // Makes V8 optimize only frequently called functions of PostgreSQL. By default it would also optimize
  // functions that only startup needs, which costs a second of CPU time.
  setFlagsFromString('--wasm-tiering-budget=400000000')
  return new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData,
    execArgv: [], // Prevents the worker from inheriting options of the process, such as --eval.
  })
}

/** Runs PostgreSQL in a worker thread of this process. */
export function createEmbedded(workerData: EmbeddedWorkerData, openWithin = patience): EmbeddedServer {
  let opening: Promise<Worker> | undefined
  let ended: Promise<unknown> = Promise.resolve()

  // If a caller gives up waiting, the database continues to open for the next caller.
  function open(): Promise<Worker> {
    opening ??= ended.then(start)
    return opening
  }

  function start(): Promise<Worker> {
    const worker = startWorker(workerData)
    const { promise, resolve, reject } = Promise.withResolvers<Worker>()
    const timer = setTimeout(() => {
      reject(new Error(`it did not open within ${openWithin / 1_000} s`))
      void worker.terminate()
    }, openWithin)
    promise.catch(() => {}).finally(() => clearTimeout(timer))
    worker.on('message', (message: Message) => {
      if (message === 'open') resolve(worker)
      else if ('crash' in message) reject(new Error(message.crash))
    })
    worker.on('error', reject)
    // Two threads must never use the same folder, so the next thread starts only when this promise resolves.
    ended = new Promise<void>((end) => {
      worker.once('exit', () => {
        opening = undefined
        reject(new Error('The thread of the embedded database has ended'))
        end()
      })
    })
    return promise
  }

  function connect(): Duplex {
    let worker: Worker | undefined
    const connection = new Duplex({
      read() {},
      // The pg driver corks the socket while it writes the messages of a statement, so all of them arrive in
      // this call. The worker must receive them together.
      writev(chunks, callback) {
        const message = new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk)))
        worker?.postMessage(message, [message.buffer])
        callback()
      },
      destroy(error, callback) {
        const terminated = worker?.terminate() ?? Promise.resolve()
        terminated.then(
          () => callback(error),
          () => callback(error),
        )
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
