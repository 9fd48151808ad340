import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type MemberRow, nameOf } from '../members.ts'
import { addManager, removeManager } from '../mutations.ts'
import { useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'

/** Makes a member a manager, or a manager a member again. */
export default function MakeManager({ rows: [row], opened, onClose }: DialogProps<[MemberRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useTenantChanged()
  const { auth, tenantId } = useSession()
  const name = nameOf(row)
  const make = !row.member?.manager
  const title = t(make ? 'makeManager' : 'unmakeManager')
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={title}
      question={t(make ? 'manager.makeText' : 'manager.unmakeText', { name })}
      submit={title}
      refusal={refusal}
      run={async () => {
        await request(make ? addManager : removeManager, { tenantId, operatorId: row.id })
        onClose()
        toast('ok', t(make ? 'madeManager' : 'unmadeManager', { name }))
        await changed({ own: row.id === auth.id })
      }}
    />
  )
}
