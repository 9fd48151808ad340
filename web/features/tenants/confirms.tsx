import { request } from '../../lib/graphql.ts'
import { type AuthTenant, memberIn, refreshSession, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { confirmDialog } from '../../shared/dialogs/confirmDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import classes from './Tenants.module.css'
import { acceptFactor, deleteTenant, leaveTenant } from './tenants.ts'
import { words } from './words.ts'

/** Accepts that an organization requires a second factor. The page for adding a second factor then opens. */
export const AcceptFactor = confirmDialog(({ rows: [{ id, name }] }: DialogProps<[AuthTenant]>) => {
  const t = useTexts(words)
  return {
    title: t('accept.title'),
    question: t('accept.text', { name }),
    submit: t('accept.submit'),
    call: () => request(acceptFactor, { id }),
    changed: refreshSession,
  }
})

const actionOf = { PREPARE: 'withdraw', REJECT: 'delete', FINISH: 'remove', EXPIRED: 'remove' } as const

/** Withdraws a pending request, deletes a rejected request, or deletes an organization. */
export const DeleteTenant = confirmDialog(({ rows: [{ id, name, status }] }: DialogProps<[AuthTenant]>) => {
  const t = useTexts(words)
  const action = actionOf[status]
  return {
    title: t(`${action}.title`),
    question: t(`${action}.text`, { name }),
    danger: action !== 'withdraw',
    async call() {
      await request(deleteTenant, { id })
      await refreshSession()
    },
    done: t(`${action}.done`),
    toastId: 'tenant',
  }
})

/** Explains what the viewer will lose, and leaves an organization. */
export const LeaveTenant = confirmDialog(({ rows: [tenant] }: DialogProps<[AuthTenant]>) => {
  const t = useTexts(words)
  const { auth } = useSession()
  const { id, name } = tenant
  const member = memberIn(auth, id)
  const losses = [
    t('leave.view', { count: tenant.statistics.deviceCount }),
    member?.manager && t('leave.manager'),
    member?.roles.length && t('leave.roles', { count: member.roles.length }),
    member?.authCodes.length && t('leave.codes', { count: member.authCodes.length }),
    member?.displayName && t('leave.name', { name: member.displayName }),
  ].filter(Boolean)
  return {
    title: t('leave.title'),
    question: (
      <>
        {t('leave.text', { name })}
        <ul className={classes.losses}>
          {losses.map((loss) => (
            <li key={String(loss)}>{loss}</li>
          ))}
        </ul>
        {t('leave.back')}
      </>
    ),
    submit: t('leave'),
    danger: true,
    async call() {
      await request(leaveTenant, { tenantId: id })
      await refreshSession()
    },
    done: t('leave.done', { name }),
    toastId: 'tenant',
  }
})
