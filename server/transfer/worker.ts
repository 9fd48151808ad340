// This file is the entry point of a worker thread, which processes one file. Large sheets take seconds,
// during which the server must stay responsive.

import { parentPort, workerData } from 'node:worker_threads'
import { required } from '../../contract/required.ts'
import { AppError } from '../core/errors.ts'
import { type Job, type Rows, run } from './jobs.ts'

/**
 * Message to the thread. It either requests the next part of the result or contains the page that the thread
 * has requested.
 */
export type Request = 'next' | { page: Rows | undefined }

/**
 * Message from the thread. For a user error, the message contains the details of an AppError. An error
 * without details is an internal error.
 */
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
