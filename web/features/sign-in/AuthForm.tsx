import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '../../ui/feedback/Notice.tsx'
import classes from './SignIn.module.css'

interface Props {
  title: string
  context: string
  /** What the reader of a problem can do. */
  advice?: string | undefined
  /** From useFields. */
  fields: { formProps: object; pending: boolean; problem: string | undefined }
  /** Stands before the fields. */
  notice?: ReactNode
  submit: string
  /** Another way on, below the button. */
  other?: ReactNode
  foot: ReactNode
  children: ReactNode
}

let arrived = false

/** The one card of the authentication screen: title, fields, what went wrong, the button, where else to go. */
export function AuthForm({ title, context, advice, fields, notice, submit, other, foot, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)

  // The link that led here is gone, and the focus with it: whoever listens hears where they are.
  useEffect(() => {
    if (arrived) heading.current?.focus()
    arrived = true
  }, [])

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      <p className={classes.context}>{context}</p>
      <form {...fields.formProps} className={classes.form} aria-label={title}>
        {notice}
        {children}
        {/* Beside the button that was pressed, so that it is in sight on a phone, too. */}
        {fields.problem && (
          <Notice tone="err" role="alert">
            {fields.problem}
            {advice && <div>{advice}</div>}
          </Notice>
        )}
        <Button type="submit" fullWidth loading={fields.pending} mt={4}>
          {submit}
        </Button>
        {other}
      </form>
      <p className={classes.foot}>{foot}</p>
    </>
  )
}
