import { useTexts } from '../../lib/texts.ts'
import classes from './Continue.module.css'
import type { StepProps } from './useContinuation.ts'
import { words } from './words.ts'

/** Shows the host to which the user will be redirected, and a link that cancels the sign-in. */
export function Leave({ continuation, answer }: Pick<StepProps, 'continuation' | 'answer'>) {
  const t = useTexts(words)
  return (
    <p className={classes.foot}>
      {continuation.returnsTo && <span>{t('returnsTo', { host: continuation.returnsTo })}</span>}
      <button type="button" className="link" onClick={() => answer({ step: 'decline' })}>
        {t('leave')}
      </button>
    </p>
  )
}
