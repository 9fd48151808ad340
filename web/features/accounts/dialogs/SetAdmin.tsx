import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type AccountRow, useAccountsChanged } from '../accounts.ts'
import { setAdmin } from '../mutations.ts'
import { words } from '../words.ts'

/** Asks before the account is made a platform administrator or loses that role. */
export default function SetAdmin({ rows: [account], opened, onClose }: DialogProps<[AccountRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const { id, name, admin } = account
  const to = admin ? 'dismiss' : 'appoint'
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t(`${to}.title`)}
      question={t(`${to}.text`, { name })}
      submit={t(`${to}.submit`)}
      danger={admin}
      refusal={refusal}
      run={async () => {
        await request(setAdmin, { operatorId: id, admin: !admin })
        onClose()
        toast('ok', t(`${to}.done`, { name }))
        await changed()
      }}
    />
  )
}
