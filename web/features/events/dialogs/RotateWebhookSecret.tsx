import { useState } from 'react'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { rotateSecret, useWebhooksChanged, type Webhook } from '../webhooks.ts'
import { words } from '../words.ts'
import { Secret } from './Secret.tsx'

/** Creates a new signing secret. The previous secret remains valid for one day. */
export default function RotateWebhookSecret({ rows: [{ id }], opened, onClose }: DialogProps<[Webhook]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useWebhooksChanged()
  const [secret, setSecret] = useState<string>()
  if (secret) return <Secret secret={secret} opened={opened} onClose={onClose} />
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('rotate')}
      question={t('rotateText')}
      submit={t('rotate')}
      refusal={refusal}
      run={async () => {
        setSecret((await request(rotateSecret, { id })).rotateWebhookSecret.secret)
        await changed()
      }}
    />
  )
}
