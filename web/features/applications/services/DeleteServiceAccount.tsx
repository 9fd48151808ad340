import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useApplicationsChanged } from '../applications.ts'
import { deleteServiceAccount } from '../mutations.ts'
import type { ServiceAccount } from './serviceAccounts.ts'
import { words } from './words.ts'

/** Asks before a service account is deleted. */
export default function DeleteServiceAccount({
  rows: [account],
  opened,
  onClose,
}: DialogProps<[ServiceAccount]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useApplicationsChanged()
  const { id, name } = account
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('deleteOne', { name })}
      question={t('deleteText', { name })}
      submit={t('delete')}
      danger
      refusal={refusal}
      run={async () => {
        await request(deleteServiceAccount, { id })
        onClose()
        toast('ok', t('deleted', { name }))
        await changed()
      }}
    />
  )
}
