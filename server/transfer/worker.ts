// One job on a file, in a thread of its own: large sheets take seconds, in which the server answers others.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../core/errors.ts'
import { type Job, type Rows, run } from './jobs.ts'

/** The next part of what the job makes, or the page that it has asked for. */
export type Request = 'next' | { page: Rows | undefined }

/** A refusal has the details of an AppError; without them it is a fault of ours. */
export type Reply =
  | { part: unknown }
  | { wants: 'page' }
  | { done: true }
  | { refused: Pick<AppError, 'code' | 'details'> }
  | { failed: string }

const port = parentPort!
const answer = (reply: Reply) => port.postMessage(reply)
let give: (page: Rows | undefined) => void = () => {}

const parts = run(workerData as Job, () => {
  const { promise, resolve } = Promise.withResolvers<Rows | undefined>()
  give = resolve
  answer({ wants: 'page' })
  return promise
})

port.on('message', async (request: Request) => {
  if (request !== 'next') return give(request.page)
  try {
    const { done, value } = await parts.next()
    answer(done ? { done: true } : { part: value })
  } catch (error) {
    const { code, details } = error as AppError
    answer(error instanceof AppError ? { refused: { code, details } } : { failed: String(error) })
  }
})
