import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFields } from '../../ui/form.ts'
import { toast } from '../../ui/toast.ts'
import classes from './Accounts.module.css'
import { useAccountsChanged } from './accounts.ts'
import type { DialogProps } from './Dialogs.tsx'
import { setAdmin } from './mutations.ts'

export const AppointAdmin = (props: DialogProps) => <SetAdmin {...props} to="appoint" />
export const DismissAdmin = (props: DialogProps) => <SetAdmin {...props} to="dismiss" />

/** Asks before an account becomes a platform administrator or stops being one, naming it. */
function SetAdmin({ rows, opened, onClose, to }: DialogProps & { to: 'appoint' | 'dismiss' }) {
  const t = useTexts('accounts')
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const { id, name } = rows[0]!
  const fields = useFields({
    initial: {},
    check: () => ({}),
    submit: async () => {
      await request(setAdmin, { operatorId: id, admin: to === 'appoint' })
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
      danger={to === 'dismiss'}
      cancel={t('cancel')}
      closeLabel={t('close')}
    >
      <p className={classes.question}>{t(`${to}.text`, { name })}</p>
    </FormDialog>
  )
}
