import { useNavigate } from '@tanstack/react-router'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirmDialog } from '../../../shared/dialogs/confirmDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { deleteIdentitySource, type Source, updateIdentitySource, useSourcesChanged } from '../sources.ts'
import { words } from '../words.ts'

export const DisableSource = confirmDialog(({ rows: [{ id, name, settings }] }: DialogProps<[Source]>) => {
  const t = useTexts(words)
  return {
    title: t('disableOne', { name }),
    question: t('disableText', { name, count: settings?.identities ?? 0 }),
    submit: t('disable'),
    danger: true,
    call: () => request(updateIdentitySource, { id, enabled: false }),
    done: t('disabled', { name }),
    changed: useSourcesChanged(),
  }
})

/** Deletes a source after the administrator has typed its name, and returns to the list. */
export const DeleteSource = confirmDialog(({ rows: [{ id, name, settings }] }: DialogProps<[Source]>) => {
  const t = useTexts(words)
  const changed = useSourcesChanged()
  const navigate = useNavigate()
  return {
    title: t('deleteOne', { name }),
    question: t('deleteText', { count: settings?.identities ?? 0 }),
    submit: t('delete'),
    byName: { name, label: t('deleteType', { name }), wrong: t('deleteWrong') },
    call: () => request(deleteIdentitySource, { id }),
    done: t('deleted', { name }),
    async changed() {
      await navigate({ to: '/all-management/sign-in-methods' })
      await changed()
    },
  }
})
