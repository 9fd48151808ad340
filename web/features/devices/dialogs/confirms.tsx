import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirmDialog } from '../../../shared/dialogs/confirmDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import type { DeviceRow } from '../devices.ts'
import { deleteCredential, deleteDevice, useDevicesChanged } from '../mutations.ts'
import { words } from '../words.ts'

/** Deletes a device after the user has typed the device's name. */
export const DeleteDevice = confirmDialog(({ rows: [{ id, name }] }: DialogProps<[DeviceRow]>) => {
  const t = useTexts(words)
  return {
    title: t('remove'),
    question: t('delete.warning', { name }),
    byName: { name, label: t('delete.label', { name }), wrong: t('delete.wrong') },
    call: () => request(deleteDevice, { id }),
    done: t('delete.done', { name }),
    changed: useDevicesChanged(),
  }
})

export const RevokeCredential = confirmDialog(({ rows: [{ id, name }] }: DialogProps<[DeviceRow]>) => {
  const t = useTexts(words)
  return {
    title: t('credential.revokeTitle'),
    question: t('credential.revokeText', { name }),
    submit: t('credential.revoke'),
    danger: true,
    call: () => request(deleteCredential, { id }),
    done: t('credential.revoked', { name }),
    changed: useDevicesChanged(),
  }
})
