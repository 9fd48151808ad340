import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { type AuthTenant, memberIn, refreshSession, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Confirm } from '../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import classes from './Tenants.module.css'
import { leaveTenant } from './tenants.ts'
import { words } from './words.ts'

/** Leaves an organization, after explaining what is lost. */
export default function LeaveTenant({ rows: [tenant], opened, onClose }: DialogProps<[AuthTenant]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const { auth } = useSession()
  const member = memberIn(auth, tenant.id)
  const losses = [
    t('leave.view', { count: tenant.statistics.deviceCount }),
    member?.manager && t('leave.manager'),
    member?.roles.length && t('leave.roles', { count: member.roles.length }),
    member?.authCodes.length && t('leave.codes', { count: member.authCodes.length }),
    member?.displayName && t('leave.name', { name: member.displayName }),
  ].filter(Boolean)
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('leave.title')}
      question={
        <>
          {t('leave.text', { name: tenant.name })}
          <ul className={classes.losses}>
            {losses.map((loss) => (
              <li key={String(loss)}>{loss}</li>
            ))}
          </ul>
          {t('leave.back')}
        </>
      }
      submit={t('leave')}
      danger
      refusal={refusal}
      run={async () => {
        await request(leaveTenant, { tenantId: tenant.id })
        await refreshSession()
        onClose()
        toast('ok', t('leave.done', { name: tenant.name }), 'tenant')
      }}
    />
  )
}
