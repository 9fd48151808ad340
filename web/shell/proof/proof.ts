import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { currentSession, subscribeSession } from '../../lib/session/session.ts'
import { makeStore } from '../../store.ts'

// Without a password there is no day that it was set.
const meansQuery = graphql(`
  query Auth {
    auth { profile { username mobilePhone passwordChangedTimestamp } }
  }
`)

type Means = ResultOf<typeof meansQuery>['auth']['profile']

/** The question that is open, or has just been closed. */
export interface Question {
  means: Means
  opened: boolean
  /** Another question is another form. */
  turn: number
  settle: (proved: boolean) => void
}

const question = makeStore<Question | null>(null)
export const useQuestion = question.use
let pending: Promise<boolean> | undefined

/** Asks whoever sits here to prove who they are: once, however many calls wait for it. false where they would not. */
export function askProof(): Promise<boolean> {
  pending ??= ask().finally(() => {
    pending = undefined
  })
  return pending
}

async function ask(): Promise<boolean> {
  const { auth } = await request(meansQuery)
  let stop = () => {}
  const proved = await new Promise<boolean>((settle) => {
    // Who is signed out meanwhile cannot prove anything.
    stop = subscribeSession(() => currentSession() ?? settle(false))
    question.set({ means: auth.profile, opened: true, turn: (question.get()?.turn ?? 0) + 1, settle })
  })
  stop()
  question.set({ ...question.get()!, opened: false })
  return proved
}
