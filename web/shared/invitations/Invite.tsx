import { useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { mayLeave, useLeaveAsked } from '../../ui/dialogs/unsaved.ts'
import classes from './Invite.module.css'
import { InviteForm } from './InviteForm.tsx'
import { JoinCodes } from './JoinCodes.tsx'
import type { NewCode } from './joinCodes.ts'
import { NewJoinCode } from './NewJoinCode.tsx'
import { words } from './words.ts'

/** Dialog that creates invitation codes. It shows a new code only once, and lists the valid codes. */
export default function Invite({ opened, onClose }: DialogProps) {
  const t = useTexts(words)
  const { tenantId } = useSession()
  const [created, setCreated] = useState<NewCode>()
  const isLeaveAsked = useLeaveAsked()
  const close = async () => {
    if (await mayLeave()) onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={() => void close()}
      title={t('title')}
      size={600}
      // An accidental click or Esc must not close the dialog, because the code is shown only once.
      closeOnClickOutside={!created}
      closeOnEscape={!created && !isLeaveAsked}
      classNames={{ header: classes.header, body: classes.body }}
    >
      {created ? (
        <NewJoinCode code={created} onAnother={() => setCreated(undefined)} />
      ) : (
        <InviteForm tenantId={tenantId} onCreated={setCreated} />
      )}
      <JoinCodes tenantId={tenantId} onLeave={onClose} />
    </Dialog>
  )
}
