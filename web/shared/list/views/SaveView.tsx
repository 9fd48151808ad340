import { Input, TextInput } from '@mantine/core'
import { useId } from 'react'
import { limits } from '../../../../contract/limits.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { Select } from '../../../ui/fields/Select.tsx'
import { createView } from './mutations.ts'
import { type SavedView, type SaveViewProps, useSharing, useViewsChanged } from './views.ts'
import { words } from './words.ts'

/** Dialog that saves the filters, sort order and display settings of a list as a view. */
export default function SaveView({ list, search, display, onSaved, opened, onClose }: SaveViewProps) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useViewsChanged(list)
  const sharing = useSharing(list)
  const who = useId()
  const fields = useFields({
    initial: { name: '', tenantId: '' },
    check: ({ name }) => ({ name: name.trim() ? undefined : t('nameEmpty') }),
    submit: async ({ name, tenantId }) => {
      const variables = { list, name, search, display, ...(tenantId && { tenantId }) }
      const { createSavedView } = await request(createView, variables)
      const notified = changed(createSavedView as SavedView)
      onClose()
      onSaved(createSavedView.id)
      toast('ok', t('saved', { name: createSavedView.name }))
      await notified
    },
    refusal,
  })
  const chosen = fields.field('tenantId')
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('save')}
      width={440}
      fields={fields}
      submit={t('submit')}
    >
      <div>{t('saveText')}</div>
      <TextInput
        {...fields.field('name')}
        label={t('name')}
        placeholder={t('namePlaceholder')}
        maxLength={limits.views.name.max}
        autoComplete="off"
        data-autofocus
      />
      {sharing.length > 0 && (
        <Input.Wrapper id={who} label={t('who')}>
          <Select
            id={who}
            value={chosen.value}
            data={[
              { value: '', label: t('onlyMe') },
              ...sharing.map(({ id, name }) => ({ value: id, label: t('members', { name }) })),
            ]}
            onChange={chosen.onChange}
          />
        </Input.Wrapper>
      )}
    </FormDialog>
  )
}
