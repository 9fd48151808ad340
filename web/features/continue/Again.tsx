import { Button } from '@mantine/core'
import { accessToken, renew } from '../../lib/session/tokens.ts'
import { useTexts } from '../../lib/texts.ts'
import type { Credentials } from '../../shared/proof/credentials.ts'
import { ProofFields } from '../../shared/proof/ProofFields.tsx'
import { useProof } from '../../shared/proof/useProof.ts'
import { words as proofWords } from '../../shared/proof/words.ts'
import { useDrawn } from '../../ui/display/drawing.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Account } from './Account.tsx'
import classes from './Continue.module.css'
import { Leave } from './Leave.tsx'
import type { StepProps } from './useContinuation.ts'
import { words } from './words.ts'

interface Props extends StepProps {
  credentials: Credentials
}

/**
 * Asks a signed-in user to prove their identity again, because the application requires it (prompt=login or
 * max_age).
 */
export function Again({ continuation, answer, onOther, credentials }: Props) {
  const t = useTexts(words)
  const ask = useTexts(proofWords)
  const { application, account } = continuation
  const proof = useProof(credentials, async () => {
    // The session cookie may belong to a different session than the one in which the user has just proved
    // their identity. Renewing the tokens replaces the cookie.
    await renew(accessToken())
    answer({ step: 'login' })
  })
  const { formProps, problem, pending } = proof.fields
  useDrawn({
    application,
    line: t('wayLine', { name: application.name }),
    text: t('againAside'),
  })
  return (
    <>
      <h1 className={classes.title}>{ask('title')}</h1>
      <p className={classes.context}>{t('againText', { name: application.name })}</p>
      <Account account={account} onOther={onOther} />
      <form {...formProps} className={classes.form} aria-label={ask('title')}>
        <ProofFields {...proof} />
        {problem && (
          <Notice tone="err" role="alert">
            {problem}
          </Notice>
        )}
        <Button type="submit" fullWidth loading={pending}>
          {proof.submit}
        </Button>
      </form>
      <Leave continuation={continuation} answer={answer} />
    </>
  )
}
