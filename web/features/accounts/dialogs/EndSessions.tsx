import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type AccountRow, useAccountsChanged } from '../accounts.ts'
import { revokeSessions } from '../mutations.ts'
import { words } from '../words.ts'

/** Asks before all sessions of an account end. */
export default function EndSessions({ rows: [account], opened, onClose }: DialogProps<[AccountRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const { id, name } = account
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('sessions.endAll')}
      question={t('sessions.endAllText', { name })}
      submit={t('sessions.endAllShort')}
      refusal={refusal}
      run={async () => {
        await request(revokeSessions, { operatorId: id })
        onClose()
        toast('ok', t('sessions.allEnded', { name }))
        await changed()
      }}
    />
  )
}
