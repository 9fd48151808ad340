import { request } from '../../lib/graphql.ts'
import { type AuthTenant, memberIn, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { Question } from './Question.tsx'
import classes from './Tenants.module.css'
import { leaveTenant } from './tenants.ts'
import { words } from './words.ts'

/** Leaves an organization; says what is lost. */
export default function LeaveTenant({ rows: [tenant], ...dialog }: DialogProps<[AuthTenant]>) {
  const t = useTexts(words)
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
