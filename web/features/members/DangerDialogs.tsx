import { useNavigate } from '@tanstack/react-router'
import { landingPath } from '../../../contract/limits.ts'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useSession } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { ConfirmByName } from '../../ui/ConfirmByName.tsx'
import { toast } from '../../ui/toast.ts'
import { ChooseOwner } from './ChooseOwner.tsx'
import { deleteTenant, leaveTenant } from './mutations.ts'
import { type Tenant, useTenantChanged } from './tenant.ts'

export type DangerKind = 'handOver' | 'leave' | 'delete'

interface DangerDialogsProps {
  kind: DangerKind
  tenant: Tenant
  opened: boolean
  onClose: () => void
}

/** Loaded when the first of them is opened. */
export function DangerDialogs({ kind, ...props }: DangerDialogsProps) {
  return kind === 'handOver' ? <ChooseOwner {...props} /> : <GoAway kind={kind} {...props} />
}

/** Out of the organization, alone or with it. */
function GoAway({ kind, tenant, opened, onClose }: DangerDialogsProps) {
  const t = useTexts('members')
  const refusal = useRefusal()
  const navigate = useNavigate()
  const changed = useTenantChanged()
  const { auth, switchTenant } = useSession()
  const { name } = tenant
  const leaving = kind === 'leave'
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
      cancel={t('cancel')}
      closeLabel={t('close')}
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
