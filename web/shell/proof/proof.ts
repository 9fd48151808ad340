import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { hasPasskeys } from '../../lib/session/passkeys.ts'
import { currentSession, subscribeSession } from '../../lib/session/session.ts'
import { makeStore } from '../../store.ts'

// Without a password there is no day that it was set.
const meansQuery = graphql(`
  query Auth {
    auth { factors { kind } recoveryCodes profile { username mobilePhone passwordChangedTimestamp } }
  }
`)

export type Means = ResultOf<typeof meansQuery>['auth']

export type Way = 'password' | 'code' | 'passkey' | 'totp' | 'recovery'

/** How an account proves who it is; with a second factor by that alone. */
export function waysOf({ factors, recoveryCodes, profile }: Means): Way[] {
  const has = (wanted: string) => factors.some(({ kind }) => kind === wanted)
  if (factors.length)
    return [
      ...(has('PASSKEY') && hasPasskeys() ? (['passkey'] as const) : []),
      ...(has('TOTP') ? (['totp'] as const) : []),
      ...(recoveryCodes ? (['recovery'] as const) : []),
    ]
  return [
    ...(profile.passwordChangedTimestamp !== null ? (['password'] as const) : []),
    ...(profile.mobilePhone ? (['code'] as const) : []),
  ]
}

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
    question.set({ means: auth, opened: true, turn: (question.get()?.turn ?? 0) + 1, settle })
  })
  stop()
  question.set({ ...question.get()!, opened: false })
  return proved
}
