import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import classes from './SignIn.module.css'

interface Props {
  title: string
  context: string
  /** Words under a problem: what its reader can do. */
  advice?: string | undefined
  /** From useFields. */
  fields: { formProps: object; pending: boolean; problem: string | undefined }
  /** Stands before the fields while there is no problem. */
  notice?: ReactNode
  submit: string
  foot: ReactNode
  children: ReactNode
}

/** The one card of the authentication screen: title, fields, what went wrong, the deed, where else to go. */
export function AuthForm({ title, context, advice, fields, notice, submit, foot, children }: Props) {
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.context}>{context}</p>
      <form {...fields.formProps} className={classes.form} aria-label={title}>
        {fields.problem ? (
          <Notice tone="err" role="alert">
            {fields.problem}
            {advice && <div className={classes.advice}>{advice}</div>}
          </Notice>
        ) : (
          notice
        )}
        {children}
        <Button type="submit" fullWidth loading={fields.pending} mt={4}>
          {submit}
        </Button>
      </form>
      <p className={classes.foot}>{foot}</p>
    </>
  )
}
