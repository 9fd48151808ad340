import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type ApplicationRow, useApplicationsChanged } from '../applications.ts'
import { updateApplication } from '../mutations.ts'
import { words } from '../words.ts'

/** Asks before an application is disabled. */
export default function DisableApplication({
  rows: [application],
  opened,
  onClose,
}: DialogProps<[ApplicationRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useApplicationsChanged()
  const { id, name } = application
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
        await request(updateApplication, { id, enabled: false })
        onClose()
        toast('ok', t('disabled', { name }))
        await changed()
      }}
    />
  )
}
