import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { required } from '../../contract/required.ts'
import { AppError, badInput, rateLimited } from '../core/errors.ts'
import type { Job, Rows, RowsRead } from './jobs.ts'
import type { Reply, Request } from './worker.ts'

/**
 * Maximum number of threads. It allows for the maximum number of concurrent exports and imports, plus some
 * templates and files with failed rows.
 */
const atOnce = 16

interface Bounds {
  /** Memory limit of the thread in MB, in addition to the size of the file. */
  megabytes: number
  /**
   * Timeout in milliseconds for each part of the result. The time that the consumer takes to process a part
   * does not count.
   */
  patience: number
}

const usual: Bounds = { megabytes: 384, patience: 60_000 }
let running = 0

/**
 * Runs a job in a new thread and yields its results as fast as the consumer takes them. If the consumer stops
 * early, the thread is terminated. Throws the errors of the job, and RATE_LIMITED if too many threads are
 * running. Throws BAD_INPUT for `file` if the job exceeds its memory or time limit, and UNAVAILABLE if the
 * thread terminates for any other reason.
 */
async function* inThread<Part>(
  job: Job,
  pages?: AsyncIterator<Rows | undefined>,
  { megabytes, patience }: Bounds = usual,
): AsyncGenerator<Part> {
  if (running >= atOnce) throw rateLimited(10)
  running += 1
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: job,
    execArgv: [], // The thread does not inherit the command-line options of the process.
    // Do not print the warnings that SheetJS writes about formats.
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new ThreadEnded(`the worker thread exited with code ${code}`)))
  })
  ended.catch(() => {})

  async function ask(request: Request): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const timer = setTimeout(() => reject(new TooMuch('time')), patience)
    worker.once('message', resolve)
    worker.postMessage(request)
    try {
      return await Promise.race([promise, ended])
    } finally {
      clearTimeout(timer)
      worker.off('message', resolve)
    }
  }

  try {
    for (;;) {
      let reply = await ask('next')
      while ('wants' in reply) reply = await ask({ page: (await required(pages, 'pages').next()).value })
      if ('done' in reply) return
      if ('refused' in reply) throw new AppError(reply.refused.code, reply.refused.details)
      if ('failed' in reply) throw new Error(reply.failed)
      yield reply.part as Part
    }
  } catch (error) {
    throw reportedError(error, job)
  } finally {
    running -= 1
    await pages?.return?.()
    await worker.terminate()
  }
}

class TooMuch extends Error {}
class ThreadEnded extends Error {}

function reportedError(error: unknown, { kind }: Job): unknown {
  const { code } = error as { code?: string }
  const tooMuch = error instanceof TooMuch || code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (tooMuch && kind === 'read') return badInput({ file: ['import.tooLarge'] })
  if (!tooMuch && !(error instanceof ThreadEnded)) return error
  return new AppError('UNAVAILABLE', { message: ['file.failed'], cause: error, retryAfter: 10 })
}

/** Yields the rows of a file in batches. */
export const readRows = (job: Extract<Job, { kind: 'read' }>, bounds?: Bounds): AsyncGenerator<RowsRead> =>
  inThread(job, undefined, bounds)

/**
 * Writes a file from pages of rows. Pages are read only as fast as the file is consumed. `undefined` in
 * `pages` marks the end of a sheet.
 */
export const writePages = (
  job: Extract<Job, { kind: 'write' }>,
  pages: AsyncIterator<Rows | undefined>,
): AsyncGenerator<Uint8Array | string> => inThread(job, pages)

/** Returns a small file as a single buffer, so that a slow client does not keep a thread busy. */
export const writeWhole = (job: Exclude<Job, { kind: 'read' }>): Promise<Buffer> => buffer(inThread(job))
