import { required } from '../../../contract/required.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { createTenant, useTenantsChanged } from './allTenants.ts'
import { FormFields } from './FormFields.tsx'
import { emptyValues, instantOf, useTenantForm, variablesOf } from './useTenantForm.ts'
import { words } from './words.ts'

/** Creates a certified organization (status FINISH). */
export default function CreateTenant({ opened, onClose }: DialogProps) {
  const t = useTexts(words)
  const changed = useTenantsChanged()
  const fields = useTenantForm(emptyValues, async (values) => {
    const variables = {
      ...variablesOf(values),
      ownerId: required(values.owner, 'owner').id,
      expireAt: instantOf(values.expireAt),
    }
    const { name } = (await request(createTenant, variables)).createTenant
    onClose()
    toast('ok', t('form.created', { name }))
    await changed()
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('form.create')}
      fields={fields}
      submit={t('create')}
    >
      <FormFields fields={fields} row={undefined} />
    </FormDialog>
  )
}
