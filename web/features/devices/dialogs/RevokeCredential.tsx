import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import type { DeviceRow } from '../devices.ts'
import { deleteCredential, useDevicesChanged } from '../mutations.ts'
import { words } from '../words.ts'
import classes from './Dialogs.module.css'

export default function RevokeCredential({
  rows: [{ id, name }],
  opened,
  onClose,
}: DialogProps<[DeviceRow]>) {
  const t = useTexts(words)
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
    >
      <p className={classes.text}>{t('credential.revokeText', { name })}</p>
    </FormDialog>
  )
}
