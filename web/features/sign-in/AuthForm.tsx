import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '../../ui/feedback/Notice.tsx'
import classes from './SignIn.module.css'

interface Props {
  title: string
  context: string
  /** From useFields. */
  fields: { formProps: object; pending: boolean; problem: string | undefined }
  /** In place of the problem's words, where they say more. */
  problem?: ReactNode
  /** Stands before the fields. */
  notice?: ReactNode
  submit: string
  /** Another way on, below the button. */
  other?: ReactNode
  /** What is agreed to by going on. */
  consent?: ReactNode
  foot: ReactNode
  children: ReactNode
}

let arrived = false

/** A form of the authentication screen: title, what went wrong, fields, the button, where else to go. */
export function AuthForm(props: Props) {
  const { title, context, fields, notice, submit, other, consent, foot, children } = props
  const heading = useRef<HTMLHeadingElement>(null)

  // The link that led here is gone, and the focus with it: whoever listens hears where they are.
  useEffect(() => {
    if (arrived) heading.current?.focus()
    arrived = true
  }, [])

  const problem =
    props.problem ??
    (fields.problem && (
      <Notice tone="err" role="alert">
        {fields.problem}
      </Notice>
    ))
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      {/* It takes the place of the line below the title, so that nothing moves when it comes. */}
      <div className={classes.lead}>{problem || <p className={classes.context}>{context}</p>}</div>
      <form {...fields.formProps} className={classes.form} aria-label={title}>
        {notice && <div className={classes.notice}>{notice}</div>}
        {children}
        <Button type="submit" fullWidth loading={fields.pending} className={classes.submit}>
          {submit}
        </Button>
        {other}
        {consent}
      </form>
      <p className={classes.foot}>{foot}</p>
    </>
  )
}
