import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { deleteWebhook, useWebhooksChanged, type Webhook } from '../webhooks.ts'
import { words } from '../words.ts'

export default function DeleteWebhook({ rows: [{ id, url }], opened, onClose }: DialogProps<[Webhook]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useWebhooksChanged()
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('deleteTitle')}
      question={t('deleteText', { url })}
      submit={t('delete')}
      danger
      refusal={refusal}
      run={async () => {
        await request(deleteWebhook, { id })
        onClose()
        toast('ok', t('deleted'))
        await changed()
      }}
    />
  )
}
