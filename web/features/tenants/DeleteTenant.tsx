import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { type AuthTenant, refreshSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Confirm } from '../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { deleteTenant } from './tenants.ts'
import { words } from './words.ts'

const actionOf = { PREPARE: 'withdraw', REJECT: 'delete', FINISH: 'remove', EXPIRED: 'remove' } as const

/** Withdraws a pending request, deletes a rejected one, or deletes an organization. */
export default function DeleteTenant({ rows: [tenant], opened, onClose }: DialogProps<[AuthTenant]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const action = actionOf[tenant.status]
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t(`${action}.title`)}
      question={t(`${action}.text`, { name: tenant.name })}
      submit={t(`${action}.title`)}
      danger={action !== 'withdraw'}
      refusal={refusal}
      run={async () => {
        await request(deleteTenant, { id: tenant.id })
        await refreshSession()
        onClose()
        toast('ok', t(`${action}.done`), 'tenant')
      }}
    />
  )
}
