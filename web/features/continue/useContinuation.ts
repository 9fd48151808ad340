import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { Answer, Continuation } from '../../lib/continuation.ts'
import { answerContinuation, readContinuation } from '../../lib/realm.ts'
import { accessToken, hasTokens, renew } from '../../lib/session/tokens.ts'
import { type Credentials, readCredentials } from '../../shared/proof/credentials.ts'

type Stage =
  /**
   * `loading`: the next step is not known yet. `waiting`: the browser is being redirected. `gone`: the
   * sign-in does not exist or has expired.
   */
  | { name: 'loading' | 'waiting' | 'gone' }
  | { name: 'failed'; error: Error }
  /**
   * The user must act. `credentials` is set if the user must prove their identity again, and lists the
   * methods that the account has for this.
   */
  | { name: 'asked'; continuation: Continuation; credentials?: Credentials }

export interface StepProps {
  continuation: Continuation & { account: NonNullable<Continuation['account']> }
  answer: (given: Answer) => void
  /** Signs out, so that another account can sign in. */
  onOther: () => void
}

/**
 * Manages the steps of a sign-in to an application. A user who is signed in to the console continues
 * immediately. All others are redirected to the sign-in page, which returns here.
 */
export function useContinuation(uid: string) {
  const [stage, setStage] = useState<Stage>({ name: 'loading' })
  const navigate = useNavigate()

  const answer = useCallback(
    async (given: Answer) => {
      try {
        setStage({ name: 'waiting' })
        const next = await answerContinuation(uid, given)
        // The browser must leave the console, because the server responds with the next page or a redirect to
        // the application.
        if (next) window.location.assign(next)
        else setStage({ name: 'gone' })
      } catch (error) {
        setStage({ name: 'failed', error: error as Error })
      }
    },
    [uid],
  )

  const load = useCallback(async () => {
    try {
      setStage({ name: 'loading' })
      let continuation = await readContinuation(uid)
      if (continuation && !continuation.account && hasTokens()) {
        // Older sessions and sessions opened by another window have no cookie yet. Refreshing the tokens sets
        // the cookie.
        await renew(accessToken()).catch(() => undefined)
        continuation = await readContinuation(uid)
      }
      if (!continuation) return setStage({ name: 'gone' })
      const { step, account, again, otherAccount } = continuation
      if (!account)
        return await navigate({ to: '/login', search: { redirect: `/continue/${uid}` }, replace: true })
      const { passwordChangeRequired, factorRequired } = account
      if (step !== 'login' || passwordChangeRequired || factorRequired)
        return setStage({ name: 'asked', continuation })
      if (otherAccount) return setStage({ name: 'asked', continuation })
      if (!again) return await answer({ step: 'login' })
      setStage({ name: 'asked', continuation, credentials: await readCredentials() })
    } catch (error) {
      setStage({ name: 'failed', error: error as Error })
    }
  }, [uid, navigate, answer])

  useEffect(() => void load(), [load])
  return { stage, answer, load }
}
