import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { AppError, badInput, rateLimited } from '../core/errors.ts'
import type { Job, Rows, RowsRead } from './jobs.ts'
import type { Reply, Request } from './worker.ts'

/** Beside the exports and imports that may run at once there is room for some templates and failure files. */
const atOnce = 16

interface Bounds {
  /** Of the thread's memory, beside the file itself. */
  megabytes: number
  /** ms for one part of the work; what others take meanwhile does not count. */
  patience: number
}

const usual: Bounds = { megabytes: 384, patience: 60_000 }
let running = 0

/**
 * Does a job in a thread of its own, as fast as its parts are taken; leaving early ends the thread. Throws RATE_LIMITED
 * where too many run, what the job refuses, BAD_INPUT for `file` where it takes more memory or time than any
 * reasonable file, UNAVAILABLE where the thread ends otherwise.
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
    execArgv: [], // not those of the process
    // SheetJS writes warnings about formats there.
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
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
      while ('wants' in reply) reply = await ask({ page: (await pages!.next()).value })
      if ('done' in reply) return
      if ('refused' in reply) throw new AppError(reply.refused.code, reply.refused.details)
      if ('failed' in reply) throw new Error(reply.failed)
      yield reply.part as Part
    }
  } catch (error) {
    throw toldOf(error, job)
  } finally {
    running -= 1
    await pages?.return?.()
    await worker.terminate()
  }
}

class TooMuch extends Error {}

function toldOf(error: unknown, { kind }: Job): unknown {
  const { code } = error as { code?: string }
  const tooMuch = error instanceof TooMuch || code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (tooMuch && kind === 'read') return badInput({ file: ['import.tooLarge'] })
  if (!tooMuch && !/^the thread ended/.test(String((error as Error).message))) return error
  return new AppError('UNAVAILABLE', { message: ['file.failed'], cause: error, retryAfter: 10 })
}

/** The rows of a file, some at a time. */
export const readRows = (job: Extract<Job, { kind: 'read' }>, bounds?: Bounds): AsyncGenerator<RowsRead> =>
  inThread(job, undefined, bounds)

/** A file whose rows are taken from `pages` only as fast as it is taken away; of several sheets, `undefined` ends one's. */
export const writePages = (
  job: Extract<Job, { kind: 'write' }>,
  pages: AsyncIterator<Rows | undefined>,
): AsyncGenerator<Uint8Array | string> => inThread(job, pages)

/** A small file, whole: whoever takes it slowly keeps no thread. */
export const writeWhole = (job: Exclude<Job, { kind: 'read' }>): Promise<Buffer> => buffer(inThread(job))
