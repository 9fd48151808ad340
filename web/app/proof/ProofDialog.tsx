import { limits } from '../../../contract/limits.ts'
import { useTexts } from '../../lib/texts.ts'
import { ProofFields } from '../../shared/proof/ProofFields.tsx'
import { useProof } from '../../shared/proof/useProof.ts'
import { words } from '../../shared/proof/words.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import classes from './ProofDialog.module.css'
import { type Question, useQuestion } from './proof.ts'

/**
 * Dialog in which the user verifies their identity after a REAUTHENTICATE error. The page and any dialogs
 * below this one keep their state.
 */
export function ProofDialog() {
  const question = useQuestion()
  return question && <ProofForm key={question.turn} {...question} />
}

function ProofForm({ credentials, opened, settle }: Question) {
  const t = useTexts(words)
  const proof = useProof(credentials, async () => settle(true))
  return (
    <FormDialog
      opened={opened}
      onClose={() => settle(false)}
      title={t('title')}
      width={440}
      fields={proof.fields}
      submit={proof.submit}
    >
      <p className={classes.words}>{t('reason', { minutes: limits.freshProof / 60 })}</p>
      <ProofFields {...proof} />
    </FormDialog>
  )
}
