import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import classes from '../Members.module.css'
import { type MemberRow, nameOf } from '../members.ts'
import { removeMembers } from '../mutations.ts'
import { useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'

const namedAtMost = 8

/** Asks before members are removed; all of them are, or none. */
export default function RemoveMembers({ rows, done, opened, onClose }: DialogProps<readonly MemberRow[]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useTenantChanged()
  const { auth, tenantId } = useSession()
  const single = rows.length === 1 ? rows[0]! : undefined
  const count = rows.length
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
        await request(removeMembers, { tenantId, operatorIds: rows.map(({ id }) => id) })
        onClose()
        done?.()
        toast('ok', single ? t('remove.doneOne', { name: nameOf(single) }) : t('remove.doneMany', { count }))
        await changed({ own: rows.some(({ id }) => id === auth.id) })
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
