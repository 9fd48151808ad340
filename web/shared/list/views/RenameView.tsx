import { TextInput } from '@mantine/core'
import { limits } from '../../../../contract/limits.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { updateView } from './mutations.ts'
import { type OfView, useViewsChanged } from './views.ts'
import { words } from './words.ts'

export default function RenameView({ rows: [view], list, opened, onClose }: OfView) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useViewsChanged(list)
  const fields = useFields({
    initial: { name: view.name },
    check: ({ name }) => ({ name: name.trim() ? undefined : t('nameEmpty') }),
    submit: async ({ name }) => {
      await request(updateView, { id: view.id, name })
      onClose()
      toast('ok', t('renamed', { name: name.trim() }))
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
      submit={t('submit')}
    >
      <TextInput
        {...fields.field('name')}
        label={t('name')}
        maxLength={limits.views.name.max}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}
