import { useState } from 'react'
import type { EventType } from '../../../../contract/events.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import { createWebhook, useWebhooksChanged, type WebhookOwner } from '../webhooks.ts'
import { words } from '../words.ts'
import { Secret } from './Secret.tsx'
import { useWebhookCheck, type Values, WebhookFields } from './WebhookFields.tsx'

interface Props extends DialogProps {
  owner: WebhookOwner
  offered: readonly EventType[]
  onCreated: (id: string) => void
}

/** Creates a webhook, then shows the webhook's signing secret once. */
export default function CreateWebhook({ owner, offered, onCreated, opened, onClose }: Props) {
  const t = useTexts(words)
  const changed = useWebhooksChanged()
  const [secret, setSecret] = useState<string>()
  const fields = useFields<Values>({
    initial: { url: '', events: [] },
    check: useWebhookCheck(),
    submit: async ({ url, events }) => {
      const { createWebhook: made } = await request(createWebhook, {
        ...owner,
        url: url.trim(),
        events: [...events],
      })
      setSecret(made.secret)
      onCreated(made.webhook.id)
      await changed()
    },
    refusal: useRefusal(),
  })
  if (secret) return <Secret secret={secret} opened={opened} onClose={onClose} />
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('create')} fields={fields} submit={t('create')}>
      <WebhookFields fields={fields} offered={offered} />
    </FormDialog>
  )
}
