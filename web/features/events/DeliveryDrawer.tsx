import '../../ui/theme/mantine-dialogs.ts'
import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { useCommonWords } from '../../ui/commonWords.ts'
import { useShown } from '../../ui/dialogs/useShown.ts'
import classes from './DeliveryDetail.module.css'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import type { Webhook } from './webhooks.ts'
import { words } from './words.ts'

interface Props {
  webhook: Webhook
  /** Id of the delivery, or undefined if the drawer is closed. */
  id: string | undefined
  onClose: () => void
}

export function DeliveryDrawer({ webhook, id, onClose }: Props) {
  const t = useTexts(words)
  const common = useCommonWords()
  // Keeps the content visible during the closing animation.
  const [last, setLast] = useState(id)
  if (id && id !== last) setLast(id)
  return (
    <Drawer
      opened={useShown(id !== undefined)}
      onClose={onClose}
      position="right"
      size={480}
      padding={16}
      classNames={{ body: classes.drawer }}
      title={t('detail')}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {last && <DeliveryDetail key={last} webhook={webhook} id={last} />}
    </Drawer>
  )
}
