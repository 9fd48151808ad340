import { required } from '../../../../contract/required.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request, type VariablesOf } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { doWithEach } from '../../../shared/list/bulk/actions.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import classes from '../Members.module.css'
import { type MemberRow, nameOf } from '../members.ts'
import { removeMember, removeMembers, restoreMembers } from '../mutations.ts'
import { resultsOf } from '../outcomes.ts'
import { useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'

const namedAtMost = 8

type Former = VariablesOf<typeof restoreMembers>['members'][number]

const formerOf = ({ id, member }: MemberRow): Former => {
  const { displayName, manager, roles, authCodes } = required(member, 'member')
  return { operatorId: id, displayName, manager, roles, authCodes }
}

/** Asks for confirmation, then removes the members from the organization. */
export default function RemoveMembers({
  rows,
  ids = rows.map(({ id }) => id),
  done,
  opened,
  onClose,
}: DialogProps<readonly MemberRow[]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useTenantChanged()
  const { auth, tenantId } = useSession()
  const single = ids.length === 1 ? rows[0] : undefined
  const count = ids.length
  const names = rows.slice(0, namedAtMost).map(nameOf).join(t('between'))
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('remove.title')}
      question={single ? t('remove.one', { name: nameOf(single) }) : t('remove.many', { count })}
      submit={t('remove')}
      danger
      refusal={refusal}
      run={async () => {
        const former = new Map<string, Former>()
        await doWithEach({
          list: 'members',
          ids,
          send: async (operatorIds) => {
            if (single) {
              await request(removeMember, { tenantId, operatorId: single.id })
              former.set(single.id, formerOf(single))
              return [{ id: single.id, name: nameOf(single), changed: true }]
            }
            const { removeChosenOperators: outcomes } = await request(removeMembers, {
              tenantId,
              operatorIds,
            })
            for (const { operator, held } of outcomes)
              former.set(operator.id, { operatorId: operator.id, ...held })
            return resultsOf(outcomes, t)
          },
          done: (count) =>
            single ? t('remove.doneOne', { name: nameOf(single) }) : t('remove.doneMany', { count }),
          undo: (ids) => ({
            undo: async () => {
              await request(restoreMembers, {
                tenantId,
                members: ids.map((id) => required(former.get(id), 'item of former')),
              })
              return single
                ? t('remove.undoneOne', { name: nameOf(single) })
                : t('remove.undoneMany', { count: ids.length })
            },
          }),
          changed: () => changed({ own: ids.includes(auth.id) }),
        })
        onClose()
        done?.()
      }}
    >
      {!single && (
        <p className={classes.second}>
          {t(count > namedAtMost ? 'remove.namesMore' : 'remove.names', { names })}
        </p>
      )}
    </Confirm>
  )
}
