import { Button } from '@mantine/core'
import { useTexts } from '../../lib/texts.ts'
import { Account } from './Account.tsx'
import classes from './Continue.module.css'
import { Leave } from './Leave.tsx'
import type { StepProps } from './useContinuation.ts'
import { words } from './words.ts'

/** Shown if the application requests a different account from the signed-in one (id_token_hint). */
export function OtherAccount({ continuation, answer, onOther }: StepProps) {
  const t = useTexts(words)
  const { application, account } = continuation
  return (
    <>
      <h1 className={classes.title}>{t('otherTitle')}</h1>
      <p className={classes.context}>{t('otherText', { name: application.name })}</p>
      <Account account={account} />
      <Button fullWidth mt={16} onClick={onOther}>
        {t('otherAccount')}
      </Button>
      <Leave continuation={continuation} answer={answer} />
    </>
  )
}
