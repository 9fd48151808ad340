import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { DeviceRow } from '../devices.ts'
import { deleteCredential, useDevicesChanged } from '../mutations.ts'
import { words } from '../words.ts'

export default function RevokeCredential({
  rows: [{ id, name }],
  opened,
  onClose,
}: DialogProps<[DeviceRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useDevicesChanged()
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('credential.revokeTitle')}
      question={t('credential.revokeText', { name })}
      submit={t('credential.revoke')}
      danger
      refusal={refusal}
      run={async () => {
        await request(deleteCredential, { id })
        onClose()
        toast('ok', t('credential.revoked', { name }))
        await changed()
      }}
    />
  )
}
