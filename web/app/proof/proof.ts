import { required } from '../../../contract/required.ts'
import { currentSession, subscribeSession } from '../../lib/session/session.ts'
import { type Credentials, readCredentials } from '../../shared/proof/credentials.ts'
import { makeStore } from '../../store.ts'

/**
 * A request to the user to verify their identity. `opened` becomes false once the user has verified it or
 * canceled.
 */
export interface Question {
  credentials: Credentials
  opened: boolean
  /** Sequence number of the question. Used as a React key, so that each question gets a new form. */
  turn: number
  settle: (proved: boolean) => void
}

const question = makeStore<Question | null>(null)
export const useQuestion = question.use
let pending: Promise<boolean> | undefined

/**
 * Asks the user to verify their identity. All calls that are waiting share one question. Resolves to false if
 * the user cancels.
 */
export function askProof(): Promise<boolean> {
  pending ??= ask().finally(() => {
    pending = undefined
  })
  return pending
}

async function ask(): Promise<boolean> {
  const credentials = await readCredentials()
  let stop = () => {}
  const proved = await new Promise<boolean>((settle) => {
    // If the user signs out, the question is canceled.
    stop = subscribeSession(() => currentSession() ?? settle(false))
    question.set({ credentials, opened: true, turn: (question.get()?.turn ?? 0) + 1, settle })
  })
  stop()
  question.set({ ...required(question.get(), 'item of question'), opened: false })
  return proved
}
