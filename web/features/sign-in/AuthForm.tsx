import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '../../ui/feedback/Notice.tsx'
import classes from './SignIn.module.css'

interface Props {
  title: string
  context: string
  /** The return value of useFields. */
  fields: { formProps: object; pending: boolean; problem: string | undefined }
  /** Replaces the error message in `fields` with more detailed content. */
  problem?: ReactNode
  /** Content above the fields. */
  notice?: ReactNode
  submit: string
  /** An alternative action below the submit button. */
  other?: ReactNode
  /** Terms that the user accepts by submitting the form. */
  consent?: ReactNode
  /** Content below the buttons. */
  after?: ReactNode
  foot: ReactNode
  children: ReactNode
}

let arrived = false

/** A form of the sign-in pages, with title, error message, fields, button and links. */
export function AuthForm(props: Props) {
  const { title, context, fields, notice, submit, other, consent, after, foot, children } = props
  const heading = useRef<HTMLHeadingElement>(null)

  // Focus the heading, so that screen readers announce the new page. The link that led to this page, which
  // had the focus, no longer exists.
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
      {/* The error message replaces the line below the title, so that the layout does not shift. */}
      <div className={classes.lead}>{problem || <p className={classes.context}>{context}</p>}</div>
      <form {...fields.formProps} className={classes.form} aria-label={title}>
        {notice && <div className={classes.notice}>{notice}</div>}
        {children}
        {consent && <div className={classes.terms}>{consent}</div>}
        <Button type="submit" fullWidth loading={fields.pending} className={classes.submit}>
          {submit}
        </Button>
        {other}
        {after}
      </form>
      <p className={classes.foot}>{foot}</p>
    </>
  )
}
