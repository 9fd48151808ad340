import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { canBecome, type MemberRow, nameOf } from '../members.ts'
import { addManager, addManagers, removeManager, removeManagers } from '../mutations.ts'
import { useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'

interface Props extends DialogProps<readonly MemberRow[]> {
  /** Managers of members, or members of managers. */
  make: boolean
}

/** Makes members managers, or managers members again; of those that are chosen, whoever that is something new for. */
export default function MakeManager({ rows: chosen, make, done, opened, onClose }: Props) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useTenantChanged()
  const { auth, tenantId } = useSession()
  const rows = chosen.filter(canBecome(make))
  const [single] = rows.length === 1 ? rows : []
  const name = single && nameOf(single)
  const count = rows.length
  const title = t(make ? 'makeManager' : 'unmakeManager')
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={title}
      question={
        name
          ? t(make ? 'manager.makeText' : 'manager.unmakeText', { name })
          : t(make ? 'manager.makeMany' : 'manager.unmakeMany', { count })
      }
      submit={title}
      refusal={refusal}
      run={async () => {
        if (single) await request(make ? addManager : removeManager, { tenantId, operatorId: single.id })
        else
          await request(make ? addManagers : removeManagers, {
            tenantId,
            operatorIds: rows.map(({ id }) => id),
          })
        onClose()
        done?.()
        toast(
          'ok',
          name
            ? t(make ? 'madeManager' : 'unmadeManager', { name })
            : t(make ? 'manager.madeMany' : 'manager.unmadeMany', { count }),
        )
        await changed({ own: rows.some(({ id }) => id === auth.id) })
      }}
    />
  )
}
