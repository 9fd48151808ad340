import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFields } from '../../ui/form.ts'
import { toast } from '../../ui/toast.ts'
import classes from './Dialogs.module.css'
import type { OfOneProps } from './Dialogs.tsx'
import { deleteCredential, useDevicesChanged } from './mutations.ts'

export function RevokeCredential({ row: { id, name }, opened, onClose }: OfOneProps) {
  const t = useTexts('devices')
  const refusal = useRefusal()
  const changed = useDevicesChanged()
  const fields = useFields({
    initial: {},
    check: () => ({}),
    submit: async () => {
      await request(deleteCredential, { id })
      onClose()
      toast('ok', t('credential.revoked', { name }))
      await changed()
    },
    refusal,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('credential.revokeTitle')}
      width={440}
      fields={fields}
      submit={t('credential.revoke')}
      danger
      cancel={t('cancel')}
      closeLabel={t('close')}
    >
      <p className={classes.text}>{t('credential.revokeText', { name })}</p>
    </FormDialog>
  )
}
