import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { Confirm } from '../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { type Account, useAccountChanged } from './account.ts'
import { revokeSession } from './mutations.ts'
import { words } from './words.ts'

/** Asks before all sessions except the current one end. */
export default function EndOthers({ rows: [account], opened, onClose }: DialogProps<[Account]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountChanged()
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('sessions.confirmTitle')}
      question={t('sessions.confirmText', {
        count: account.profile.sessions.filter(({ current }) => !current).length,
      })}
      submit={t('sessions.endOthers')}
      refusal={refusal}
      run={async () => {
        await request(revokeSession, { id: null })
        onClose()
        toast('ok', t('sessions.othersEnded'))
        await changed()
      }}
    />
  )
}
