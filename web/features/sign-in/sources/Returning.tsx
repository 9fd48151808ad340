import { Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ApiError, isUnanswered } from '../../../lib/errors.ts'
import { type FirstSignIn, IdentityUnlinked, ticketSignIn } from '../../../lib/session/broker.ts'
import { FactorNeeded } from '../../../lib/session/sign-in.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useCompleteSignIn } from '../useCompleteSignIn.ts'
import { acceptedTerms } from './acceptedTerms.ts'
import { FirstSignInForm } from './FirstSignInForm.tsx'
import classes from './Sources.module.css'
import { words } from './words.ts'

interface Props {
  ticket: string
  onFactor: (step: FactorNeeded) => void
  /** Called if the user must sign in another way to link the identity. */
  onLink: (step: FirstSignIn) => void
  /**
   * Called if the sign-in ends without a session. `problem` is the reason, or undefined if the user canceled
   * it.
   */
  onOver: (problem?: string) => void
}

/**
 * Completes a sign-in after the redirect back from a provider. If the identity is not linked, asks how to
 * link it.
 */
export function Returning({ ticket, onFactor, onLink, onOver }: Props) {
  const t = useTexts(words)
  const enter = useCompleteSignIn()
  const [first, setFirst] = useState<FirstSignIn>()
  const [unanswered, setUnanswered] = useState<string>()
  const exchanged = useRef(false)

  async function exchange(create?: true) {
    setUnanswered(undefined)
    try {
      await enter(await ticketSignIn(ticket, { ...acceptedTerms(), ...(create && { create }) }))
    } catch (error) {
      if (error instanceof FactorNeeded) onFactor(error)
      else if (error instanceof IdentityUnlinked) await link(error.step)
      else if (isUnanswered(error)) setUnanswered((error as Error).message)
      else {
        if (!(error instanceof ApiError)) console.error(error)
        onOver((error as Error).message)
      }
    }
  }

  async function link(step: FirstSignIn) {
    const [way, ...others] = step.ways
    if (!way) onOver(step.message)
    else if (way === 'sign_in') onLink(step)
    else if (way === 'create' && !others.length) await exchange(true)
    else setFirst(step)
  }

  // The ticket is valid once, so a second render must not exchange it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (exchanged.current) return
    exchanged.current = true
    void exchange()
  }, [])

  if (first) return <FirstSignInForm step={first} {...{ onFactor, onLink, onOver }} />
  return unanswered ? (
    <Notice
      tone="err"
      role="alert"
      action={
        <button type="button" className="link" onClick={() => void exchange()}>
          {t('again')}
        </button>
      }
    >
      {unanswered}
    </Notice>
  ) : (
    <div className={classes.returning} role="status">
      <Loader size={24} />
      {t('returning')}
    </div>
  )
}
