// Entry point of a thread that processes one file. Large sheets take seconds, in which the server must stay
// responsive.

import { parentPort, workerData } from 'node:worker_threads'
import { required } from '../../contract/required.ts'
import { AppError } from '../core/errors.ts'
import { type Job, type Rows, run } from './jobs.ts'

/** Requests the next part of the result, or delivers the page that the thread has requested. */
export type Request = 'next' | { page: Rows | undefined }

/** A user error includes the details of an AppError. Without details it is an internal error. */
export type Reply =
  | { part: unknown }
  | { wants: 'page' }
  | { done: true }
  | { refused: Pick<AppError, 'code' | 'details'> }
  | { failed: string }

const port = required(parentPort, 'parentPort')
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
