import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import classes from '../Accounts.module.css'
import { type AccountRow, useAccountsChanged } from '../accounts.ts'
import { revokeSessions } from '../mutations.ts'
import { words } from '../words.ts'

/** Asks before every session of an account ends. */
export default function EndSessions({ rows: [account], opened, onClose }: DialogProps<[AccountRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const { id, name } = account
  const fields = useFields({
    initial: {},
    check: () => ({}),
    submit: async () => {
      await request(revokeSessions, { operatorId: id })
      onClose()
      toast('ok', t('sessions.allEnded', { name }))
      await changed()
    },
    refusal,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('sessions.endAll')}
      width={440}
      fields={fields}
      submit={t('sessions.endAllShort')}
    >
      <p className={classes.question}>{t('sessions.endAllText', { name })}</p>
    </FormDialog>
  )
}
