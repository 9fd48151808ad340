import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ConfirmByName } from '../../../ui/dialogs/ConfirmByName.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type MemberRow, nameOf } from '../members.ts'
import { changeOwner } from '../mutations.ts'
import { useTenant, useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'

/** Transfers the organization to a member, after its name was typed. */
export default function HandOver({ rows: [row], opened, onClose }: DialogProps<[MemberRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useTenantChanged()
  const { auth } = useSession()
  const tenant = useTenant()
  const name = nameOf(row)
  if (!tenant) return null
  return (
    <ConfirmByName
      opened={opened}
      onClose={onClose}
      title={t('handOver.title')}
      warning={t(tenant.owner?.id === auth.id ? 'handOver.warning' : 'handOver.adminWarning', {
        name,
        tenant: tenant.name,
      })}
      name={tenant.name}
      label={t('confirmName', { name: tenant.name })}
      wrong={t('confirmNameWrong')}
      submit={t('handOver')}
      refusal={refusal}
      run={async () => {
        await request(changeOwner, { tenantId: tenant.id, operatorId: row.id })
        onClose()
        toast('ok', t('handOver.done', { name }))
        await changed({ own: true })
      }}
    />
  )
}
