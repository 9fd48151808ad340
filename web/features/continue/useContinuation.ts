import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { Answer, Continuation } from '../../lib/continuation.ts'
import { answerContinuation, readContinuation } from '../../lib/realm.ts'
import { accessToken, hasTokens, renew } from '../../lib/session/tokens.ts'
import { type Means, readMeans } from '../../shared/proof/means.ts'

type Stage =
  /** loading: what is asked is not known yet; waiting: on the way to the application. */
  | { name: 'loading' | 'waiting' | 'gone' }
  | { name: 'failed'; error: Error }
  /** means: what they could prove themselves by, where that is asked. */
  | { name: 'asked'; continuation: Continuation; means?: Means }

/** Of the page for one step. */
export interface StepProps {
  continuation: Continuation & { account: NonNullable<Continuation['account']> }
  answer: (given: Answer) => void
  /** Signs out, for another account to sign in. */
  onOther: () => void
}

/**
 * One sign-in to an application, from step to step. Whoever is signed in at the console already is let through; who is
 * not is sent to the sign-in page, which leads back here.
 */
export function useContinuation(uid: string) {
  const [stage, setStage] = useState<Stage>({ name: 'loading' })
  const navigate = useNavigate()

  const answer = useCallback(
    async (given: Answer) => {
      try {
        setStage({ name: 'waiting' })
        const next = await answerContinuation(uid, given)
        // Another document: the server answers it with the next page, or sends on to the application.
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
        // Signed in before there was a cookie for it, or by another window: new tokens bring it.
        await renew(accessToken()).catch(() => undefined)
        continuation = await readContinuation(uid)
      }
      if (!continuation) return setStage({ name: 'gone' })
      const { step, account, again } = continuation
      if (!account)
        return await navigate({ to: '/login', search: { redirect: `/continue/${uid}` }, replace: true })
      const { passwordChangeRequired, factorRequired } = account
      if (step !== 'login' || passwordChangeRequired || factorRequired)
        return setStage({ name: 'asked', continuation })
      if (!again) return await answer({ step: 'login' })
      setStage({ name: 'asked', continuation, means: await readMeans() })
    } catch (error) {
      setStage({ name: 'failed', error: error as Error })
    }
  }, [uid, navigate, answer])

  useEffect(() => void load(), [load])
  return { stage, answer, load }
}
