import { useNavigate } from '@tanstack/react-router'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ConfirmByName } from '../../../ui/dialogs/ConfirmByName.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type ApplicationRow, useApplicationsChanged } from '../applications.ts'
import { deleteApplication } from '../mutations.ts'
import { words } from '../words.ts'

/** Asks for the name of an application before it is deleted. */
export default function DeleteApplication({
  rows: [application],
  opened,
  onClose,
}: DialogProps<[ApplicationRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useApplicationsChanged()
  const navigate = useNavigate()
  const { id, name } = application
  return (
    <ConfirmByName
      opened={opened}
      onClose={onClose}
      title={t('deleteOne', { name })}
      warning={t('deleteText', { name })}
      name={name}
      label={t('deleteType', { name })}
      wrong={t('deleteWrong')}
      submit={t('delete')}
      refusal={refusal}
      run={async () => {
        await request(deleteApplication, { id })
        onClose()
        toast('ok', t('deleted', { name }))
        await navigate({ to: '/all-management/application-management' })
        await changed()
      }}
    />
  )
}
