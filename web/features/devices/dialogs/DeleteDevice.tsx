import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ConfirmByName } from '../../../ui/dialogs/ConfirmByName.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { DeviceRow } from '../devices.ts'
import { deleteDevice, useDevicesChanged } from '../mutations.ts'
import { words } from '../words.ts'

export default function DeleteDevice({
  rows: [{ id, name }],
  done,
  opened,
  onClose,
}: DialogProps<[DeviceRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useDevicesChanged()
  return (
    <ConfirmByName
      opened={opened}
      onClose={onClose}
      title={t('remove')}
      warning={t('delete.warning', { name })}
      name={name}
      label={t('delete.label', { name })}
      wrong={t('delete.wrong')}
      submit={t('remove')}
      run={async () => {
        await request(deleteDevice, { id })
        onClose()
        toast('ok', t('delete.done', { name }))
        done?.()
        await changed()
      }}
      refusal={refusal}
    />
  )
}
