import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useApplicationsChanged } from '../applications.ts'
import { updateServiceAccount } from '../mutations.ts'
import type { ServiceAccount } from './serviceAccounts.ts'
import { words } from './words.ts'

/** Asks before a service account is disabled. */
export default function DisableServiceAccount({
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
      title={t('disableOne', { name })}
      question={t('disableText', { name })}
      submit={t('disable')}
      danger
      refusal={refusal}
      run={async () => {
        await request(updateServiceAccount, { id, enabled: false })
        onClose()
        toast('ok', t('disabled', { name }))
        await changed()
      }}
    />
  )
}
