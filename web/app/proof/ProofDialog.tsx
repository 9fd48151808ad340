import { limits } from '../../../contract/limits.ts'
import { useTexts } from '../../lib/texts.ts'
import { useProof } from '../../shared/proof/useProof.ts'
import { Ways } from '../../shared/proof/Ways.tsx'
import { words } from '../../shared/proof/words.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import classes from './ProofDialog.module.css'
import { type Question, useQuestion } from './proof.ts'

/** Dialog for fresh proof after REAUTHENTICATE. Everything below it stays as it is. */
export function ProofDialog() {
  const question = useQuestion()
  return question && <ProofForm key={question.turn} {...question} />
}

function ProofForm({ means, opened, settle }: Question) {
  const t = useTexts(words)
  const proof = useProof(means, async () => settle(true))
  return (
    <FormDialog
      opened={opened}
      onClose={() => settle(false)}
      title={t('title')}
      width={440}
      fields={proof.fields}
      submit={t('submit')}
    >
      <p className={classes.words}>{t('reason', { minutes: limits.freshProof / 60 })}</p>
      <Ways {...proof} />
    </FormDialog>
  )
}
