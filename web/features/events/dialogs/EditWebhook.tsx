import type { EventType } from '../../../../contract/events.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { updateWebhook, useWebhooksChanged, type Webhook } from '../webhooks.ts'
import { words } from '../words.ts'
import { useWebhookCheck, type Values, WebhookFields } from './WebhookFields.tsx'

interface Props extends DialogProps<[Webhook]> {
  offered: readonly EventType[]
}

export default function EditWebhook({ rows: [row], offered, opened, onClose }: Props) {
  const t = useTexts(words)
  const changed = useWebhooksChanged()
  const fields = useFields<Values>({
    initial: { url: row.url, events: offered.filter((type) => row.events.includes(type)) },
    check: useWebhookCheck(),
    submit: async ({ url, events }) => {
      await request(updateWebhook, { id: row.id, url: url.trim(), events: [...events] })
      onClose()
      toast('ok', t('edited'))
      await changed()
    },
    refusal: useRefusal(),
  })
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('editTitle')} fields={fields} submit={t('save')}>
      <WebhookFields fields={fields} offered={offered} />
    </FormDialog>
  )
}
