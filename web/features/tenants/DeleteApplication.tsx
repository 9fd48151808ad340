import { request } from '../../lib/graphql.ts'
import type { AuthTenant } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { Question } from './Question.tsx'
import classes from './Tenants.module.css'
import { deleteTenant } from './tenants.ts'
import { words } from './words.ts'

/** Withdraws an application under review, or gives up a rejected one. */
export default function DeleteApplication({ rows: [tenant], ...dialog }: DialogProps<[AuthTenant]>) {
  const t = useTexts(words)
  const rejected = tenant.status === 'REJECT'
  const action = rejected ? 'delete' : 'withdraw'
  return (
    <Question
      {...dialog}
      danger={rejected}
      title={t(`${action}.title`)}
      submit={t(`${action}.title`)}
      done={t(`${action}.done`)}
      run={() => request(deleteTenant, { id: tenant.id })}
    >
      <p className={classes.question}>{t(`${action}.text`, { name: tenant.name })}</p>
    </Question>
  )
}
