import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirmDialog } from '../../../shared/dialogs/confirmDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { deleteWebhook, useWebhooksChanged, type Webhook } from '../webhooks.ts'
import { words } from '../words.ts'

export default confirmDialog(({ rows: [{ id, url }] }: DialogProps<[Webhook]>) => {
  const t = useTexts(words)
  return {
    title: t('deleteTitle'),
    question: t('deleteText', { url }),
    submit: t('delete'),
    danger: true,
    call: () => request(deleteWebhook, { id }),
    done: t('deleted'),
    changed: useWebhooksChanged(),
  }
})
