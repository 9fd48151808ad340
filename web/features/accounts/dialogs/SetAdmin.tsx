import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import classes from '../Accounts.module.css'
import { type AccountRow, useAccountsChanged } from '../accounts.ts'
import { setAdmin } from '../mutations.ts'
import { words } from '../words.ts'

/** Asks before an account becomes a platform administrator or stops being one, naming it. */
export default function SetAdmin({ rows: [account], opened, onClose }: DialogProps<[AccountRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const { id, name, admin } = account
  const to = admin ? 'dismiss' : 'appoint'
  const fields = useFields({
    initial: {},
    check: () => ({}),
    submit: async () => {
      await request(setAdmin, { operatorId: id, admin: !admin })
      onClose()
      toast('ok', t(`${to}.done`, { name }))
      await changed()
    },
    refusal,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(`${to}.title`)}
      width={440}
      fields={fields}
      submit={t(`${to}.submit`)}
      danger={admin}
    >
      <p className={classes.question}>{t(`${to}.text`, { name })}</p>
    </FormDialog>
  )
}
