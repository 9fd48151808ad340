import { TextInput } from '@mantine/core'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import { type Account, useAccountChanged } from '../account.ts'
import { updateFactor } from './mutations.ts'
import { words } from './words.ts'

/** Changes the name of a factor. */
export default function RenameFactor({
  rows: [{ id, name }],
  opened,
  onClose,
}: DialogProps<[Account['factors'][number]]>) {
  const t = useTexts(words)
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useAccountChanged()
  const fields = useFields({
    initial: { name },
    check: (values) => ({ name: values.name.trim() ? checks.name(values.name) : t('nameEmpty') }),
    submit: async (values) => {
      await request(updateFactor, { id, ...values })
      onClose()
      await changed()
    },
    refusal,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('rename')}
      width={440}
      fields={fields}
      submit={t('save')}
    >
      <TextInput {...fields.field('name')} label={t('name')} autoComplete="off" data-autofocus />
    </FormDialog>
  )
}
