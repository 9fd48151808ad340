import type { ReactNode } from 'react'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { type AuthTenant, loadSession, seatIn, useSession } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFields } from '../../ui/form.ts'
import { toast } from '../../ui/toast.ts'
import type { DialogProps } from './Dialogs.tsx'
import classes from './Tenants.module.css'
import { deleteTenant, leaveTenant } from './tenants.ts'

interface Props extends DialogProps {
  tenant: AuthTenant
}

/** Takes an application under review back. */
export function Withdraw({ tenant, ...dialog }: Props) {
  const t = useTexts('tenants')
  return (
    <Question
      {...dialog}
      title={t('withdraw.title')}
      submit={t('withdraw.title')}
      done={t('withdraw.done')}
      run={() => request(deleteTenant, { id: tenant.id })}
    >
      <p className={classes.question}>{t('withdraw.text', { name: tenant.name })}</p>
    </Question>
  )
}

/** Gives a rejected application up. */
export function Delete({ tenant, ...dialog }: Props) {
  const t = useTexts('tenants')
  return (
    <Question
      {...dialog}
      danger
      title={t('delete.title')}
      submit={t('delete.title')}
      done={t('delete.done')}
      run={() => request(deleteTenant, { id: tenant.id })}
    >
      <p className={classes.question}>{t('delete.text', { name: tenant.name })}</p>
    </Question>
  )
}

/** Leaves an organization; says what is lost. */
export function Leave({ tenant, ...dialog }: Props) {
  const t = useTexts('tenants')
  const { auth } = useSession()
  const seat = seatIn(auth, tenant.id)
  const losses = [
    t('leave.view', { count: tenant.statistics.deviceCount }),
    seat?.manager && t('leave.manager'),
    seat?.roles.length && t('leave.roles', { count: seat.roles.length }),
    seat?.authCodes.length && t('leave.codes', { count: seat.authCodes.length }),
    seat?.displayName && t('leave.name', { name: seat.displayName }),
  ].filter(Boolean)
  return (
    <Question
      {...dialog}
      danger
      title={t('leave.title')}
      submit={t('leave')}
      done={t('leave.done', { name: tenant.name })}
      run={() => request(leaveTenant, { tenantId: tenant.id })}
    >
      <div>
        <p className={classes.question}>{t('leave.text', { name: tenant.name })}</p>
        <ul className={classes.losses}>
          {losses.map((loss) => (
            <li key={String(loss)}>{loss}</li>
          ))}
        </ul>
        <p className={classes.question}>{t('leave.back')}</p>
      </div>
    </Question>
  )
}

interface QuestionProps extends DialogProps {
  title: string
  submit: string
  done: string
  danger?: boolean
  run: () => Promise<unknown>
  children: ReactNode
}

function Question({ title, submit, done, danger, run, children, opened, onClose }: QuestionProps) {
  const t = useTexts('tenants')
  const refusal = useRefusal()
  const fields = useFields({
    initial: {},
    check: () => ({}),
    submit: async () => {
      await run()
      // It is done, whether or not what it leaves can be fetched at once.
      await loadSession().catch(() => undefined)
      onClose()
      toast('ok', done, 'tenant')
    },
    refusal,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      width={440}
      {...(danger && { danger })}
      fields={fields}
      submit={submit}
      cancel={t('cancel')}
      closeLabel={t('close')}
    >
      {children}
    </FormDialog>
  )
}
