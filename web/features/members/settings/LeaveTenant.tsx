import { useNavigate } from '@tanstack/react-router'
import { landingPath } from '../../../../contract/limits.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ConfirmByName } from '../../../ui/dialogs/ConfirmByName.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { deleteTenant, leaveTenant } from '../mutations.ts'
import { type Tenant, useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'

interface Props extends DialogProps<[Tenant]> {
  to: 'leave' | 'delete'
}

/** Asks for the organization's name before the viewer leaves or deletes it. */
export default function LeaveTenant({ rows: [tenant], to, opened, onClose }: Props) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const navigate = useNavigate()
  const changed = useTenantChanged()
  const { auth, switchTenant } = useSession()
  const { name } = tenant
  const leaving = to === 'leave'
  return (
    <ConfirmByName
      opened={opened}
      onClose={onClose}
      title={leaving ? t('config.leave') : t('config.delete')}
      warning={
        leaving
          ? t('config.leaveSure', { name })
          : t('config.deleteSure', { name, count: tenant.statistics.operatorCount })
      }
      name={name}
      label={t('confirmName', { name })}
      wrong={t('confirmNameWrong')}
      submit={leaving ? t('config.leave') : t('config.delete')}
      refusal={refusal}
      run={async () => {
        if (leaving) await request(leaveTenant, { tenantId: tenant.id })
        else await request(deleteTenant, { id: tenant.id })
        onClose()
        toast('ok', t(leaving ? 'config.left' : 'config.deleted', { name }))
        await navigate({ to: landingPath })
        switchTenant(auth.tenant.id)
        await changed({ own: true })
      }}
    />
  )
}
