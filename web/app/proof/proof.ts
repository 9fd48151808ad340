import { required } from '../../../contract/required.ts'
import { currentSession, subscribeSession } from '../../lib/session/session.ts'
import { type Credentials, readCredentials } from '../../shared/proof/credentials.ts'
import { makeStore } from '../../store.ts'

/** The question that is open or has just closed. */
export interface Question {
  credentials: Credentials
  opened: boolean
  /** Number of the question. As a React key, it remounts the form for each question. */
  turn: number
  settle: (proved: boolean) => void
}

const question = makeStore<Question | null>(null)
export const useQuestion = question.use
let pending: Promise<boolean> | undefined

/**
 * Asks the user for fresh proof of identity, once for all waiting calls. Resolves to false if the user
 * cancels.
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
    // Signing out cancels the question.
    stop = subscribeSession(() => currentSession() ?? settle(false))
    question.set({ credentials, opened: true, turn: (question.get()?.turn ?? 0) + 1, settle })
  })
  stop()
  question.set({ ...required(question.get(), 'item of question'), opened: false })
  return proved
}
