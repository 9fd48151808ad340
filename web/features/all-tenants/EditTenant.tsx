import { required } from '../../../contract/required.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { type TenantRow, updateTenant, useTenantsChanged } from './allTenants.ts'
import { FormFields } from './FormFields.tsx'
import { instantOf, useTenantForm, valuesOf, variablesOf } from './useTenantForm.ts'
import { words } from './words.ts'

export default function EditTenant({ rows: [row], done, opened, onClose }: DialogProps<[TenantRow]>) {
  const t = useTexts(words)
  const changed = useTenantsChanged()
  const initial = valuesOf(row)
  const fields = useTenantForm(initial, async (values) => {
    await request(updateTenant, {
      ...variablesOf(values),
      id: row.id,
      ...(values.owner?.id !== row.owner?.id && { ownerId: required(values.owner, 'owner').id }),
      // Omit an unchanged expiry day, so that the stored time of day is retained.
      ...(values.expireAt !== initial.expireAt && { expireAt: instantOf(values.expireAt) }),
    })
    onClose()
    toast('ok', t('form.saved'))
    done?.()
    await changed()
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('form.edit')}
      fields={fields}
      submit={t('form.save')}
    >
      <FormFields fields={fields} row={row} />
    </FormDialog>
  )
}
