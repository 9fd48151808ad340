import { useNavigate } from '@tanstack/react-router'
import { landingPath } from '../../../../contract/limits.ts'
import { request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirmDialog } from '../../../shared/dialogs/confirmDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { type MemberRow, nameOf } from '../members.ts'
import { changeOwner, deleteTenant, leaveTenant, requireFactor } from '../mutations.ts'
import { type Tenant, useTenant, useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'

/** Transfers the current organization to a member after the user has typed the organization's name. */
const Transfer = confirmDialog(({ rows: [row], tenant }: DialogProps<[MemberRow]> & { tenant: Tenant }) => {
  const t = useTexts(words)
  const changed = useTenantChanged()
  const { auth } = useSession()
  const name = nameOf(row)
  const warning = tenant.owner?.id === auth.id ? 'handOver.warning' : 'handOver.adminWarning'
  return {
    title: t('handOver.title'),
    question: t(warning, { name, tenant: tenant.name }),
    submit: t('handOver'),
    byName: {
      name: tenant.name,
      label: t('confirmName', { name: tenant.name }),
      wrong: t('confirmNameWrong'),
    },
    call: () => request(changeOwner, { tenantId: tenant.id, operatorId: row.id }),
    done: t('handOver.done', { name }),
    changed: () => changed({ own: true }),
  }
})

export function HandOver(props: DialogProps<[MemberRow]>) {
  const tenant = useTenant()
  return tenant ? <Transfer {...props} tenant={tenant} /> : null
}

interface LeaveTenantProps extends DialogProps<[Tenant]> {
  to: 'leave' | 'delete'
}

/** Leaves or deletes the current organization after the user has typed the organization's name. */
export const LeaveTenant = confirmDialog(({ rows: [{ id, name, statistics }], to }: LeaveTenantProps) => {
  const t = useTexts(words)
  const navigate = useNavigate()
  const changed = useTenantChanged()
  const { auth, switchTenant } = useSession()
  const leaving = to === 'leave'
  return {
    title: leaving ? t('config.leave') : t('config.delete'),
    question: leaving
      ? t('config.leaveSure', { name })
      : t('config.deleteSure', { name, count: statistics.operatorCount }),
    byName: { name, label: t('confirmName', { name }), wrong: t('confirmNameWrong') },
    call: () => (leaving ? request(leaveTenant, { tenantId: id }) : request(deleteTenant, { id })),
    done: t(leaving ? 'config.left' : 'config.deleted', { name }),
    async changed() {
      await navigate({ to: landingPath })
      switchTenant(auth.tenant.id)
      await changed({ own: true })
    },
  }
})

/** Makes a second factor required or optional for members of the organization. */
export const RequireFactor = confirmDialog(
  ({ rows: [{ id, factorRequired, statistics }] }: DialogProps<[Tenant]>) => {
    const t = useTexts(words)
    const to = factorRequired ? 'factor.end' : 'factor.begin'
    return {
      title: t(to),
      question: t(`${to}Text`, { count: statistics.operatorCount }),
      call: () => request(requireFactor, { id, required: !factorRequired }),
      done: t(factorRequired ? 'factor.ended' : 'factor.begun'),
      changed: useTenantChanged(),
    }
  },
)
