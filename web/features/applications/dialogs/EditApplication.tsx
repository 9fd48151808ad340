import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { type Application, useApplicationsChanged } from '../applications.ts'
import { fieldNames, initialValues, looksOf, useCheck, variablesOf } from '../applicationValues.ts'
import { updateApplication } from '../mutations.ts'
import { words } from '../words.ts'
import { ApplicationFields } from './ApplicationFields.tsx'

/**
 * Edits an application, except its kind and secrets. Viewers without permission to change who receives its
 * authorization codes can edit only its name, icon and links.
 */
export default function EditApplication({
  rows: [application],
  opened,
  onClose,
}: DialogProps<[Application]>) {
  const t = useTexts(words)
  const check = useCheck()
  const refusal = useRefusal()
  const changed = useApplicationsChanged()
  const { auth } = useSession()
  const looksOnly = !application.viewerCan.changeRecipients
  const fields = useFields({
    initial: initialValues(application),
    check,
    submit: async (values) => {
      const variables = looksOnly ? looksOf(values) : variablesOf(values)
      await request(updateApplication, {
        id: application.id,
        ...variables,
        ...(auth.admin && { firstParty: values.firstParty }),
      })
      onClose()
      toast('ok', t('saved', { name: variables.name }))
      await changed()
    },
    refusal: (error) => {
      const { fields: wrong, ...rest } = refusal(error)
      return { ...rest, fields: fieldNames(wrong) }
    },
  })
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('edit')} fields={fields} submit={t('save')}>
      {looksOnly && <Notice>{t('looksOnly')}</Notice>}
      <ApplicationFields fields={fields} looksOnly={looksOnly} tenants={application.tenants} />
    </FormDialog>
  )
}
