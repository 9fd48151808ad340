import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { doWithEach } from '../../../shared/list/bulk/actions.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { canBecome, type MemberRow, nameOf } from '../members.ts'
import { addManager, addManagers, removeManager, removeManagers } from '../mutations.ts'
import { resultsOf } from '../outcomes.ts'
import { useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'

interface Props extends DialogProps<readonly MemberRow[]> {
  /** Whether to promote members to managers. If false, managers are demoted. */
  make: boolean
}

/**
 * Promotes members to managers, or demotes managers. Skips selected members who already have the resulting
 * role.
 */
export default function MakeManager({ rows: known, ids: all, make, done, opened, onClose }: Props) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useTenantChanged()
  const { auth, tenantId } = useSession()
  const rows = known.filter(canBecome(make))
  // Exclude loaded members whose role cannot be changed. The server checks all other members.
  const passed = new Set(known.filter((row) => !canBecome(make)(row)).map(({ id }) => id))
  const ids = all?.filter((id) => !passed.has(id)) ?? rows.map(({ id }) => id)
  const [single] = ids.length === 1 ? rows : []
  const name = single && nameOf(single)
  const count = ids.length
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
        await doWithEach({
          list: 'members',
          ids,
          async send(operatorIds) {
            if (!single) {
              const { outcomes } = await request(make ? addManagers : removeManagers, {
                tenantId,
                operatorIds,
              })
              return resultsOf(outcomes, t)
            }
            await request(make ? addManager : removeManager, { tenantId, operatorId: single.id })
            return [{ id: single.id, name: nameOf(single), changed: true }]
          },
          done: (count) =>
            name
              ? t(make ? 'madeManager' : 'unmadeManager', { name })
              : t(make ? 'manager.madeMany' : 'manager.unmadeMany', { count }),
          undo: (ids) => ({
            undo: async () => {
              if (single) {
                await request(make ? removeManager : addManager, { tenantId, operatorId: single.id })
                return t(make ? 'unmadeManager' : 'madeManager', { name: nameOf(single) })
              }
              const { outcomes } = await request(make ? removeManagers : addManagers, {
                tenantId,
                operatorIds: ids,
              })
              const back = outcomes.filter(({ result }) => result === 'CHANGED').length
              if (!back)
                throw new Error(outcomes.find(({ message }) => message)?.message ?? t('manager.changedSince'))
              return t(make ? 'manager.unmadeMany' : 'manager.madeAgain', { count: back })
            },
          }),
          changed: () => changed({ own: ids.includes(auth.id) }),
        })
        onClose()
        done?.()
      }}
    />
  )
}
