import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirmDialog } from '../../../shared/dialogs/confirmDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { useApplicationsChanged } from '../applications.ts'
import { deleteServiceAccount, updateServiceAccount } from '../mutations.ts'
import type { ServiceAccount } from './serviceAccounts.ts'
import { words } from './words.ts'

export const DisableServiceAccount = confirmDialog(
  ({ rows: [{ id, name }] }: DialogProps<[ServiceAccount]>) => {
    const t = useTexts(words)
    return {
      title: t('disableOne', { name }),
      question: t('disableText', { name }),
      submit: t('disable'),
      danger: true,
      call: () => request(updateServiceAccount, { id, enabled: false }),
      done: t('disabled', { name }),
      changed: useApplicationsChanged(),
    }
  },
)

export const DeleteServiceAccount = confirmDialog(
  ({ rows: [{ id, name }] }: DialogProps<[ServiceAccount]>) => {
    const t = useTexts(words)
    return {
      title: t('deleteOne', { name }),
      question: t('deleteText', { name }),
      submit: t('delete'),
      danger: true,
      call: () => request(deleteServiceAccount, { id }),
      done: t('deleted', { name }),
      changed: useApplicationsChanged(),
    }
  },
)
