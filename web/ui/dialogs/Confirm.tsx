import type { ReactNode } from 'react'
import { type Refusal, useFields } from '../fields/form.ts'
import classes from './FormDialog.module.css'
import { FormDialog } from './FormDialog.tsx'
import type { DialogState } from './lazyDialogs.tsx'

interface ConfirmProps extends DialogState {
  title: string
  question: ReactNode
  submit: string
  /** Whether the action is irreversible. */
  danger?: boolean
  run: () => Promise<void>
  refusal: (error: unknown) => Refusal
  /** Content below the question. */
  children?: ReactNode
}

/** Dialog that asks for confirmation before it runs an action. */
export function Confirm({ question, run, refusal, children, ...dialog }: ConfirmProps) {
  const fields = useFields({ initial: {}, check: () => ({}), submit: run, refusal })
  return (
    <FormDialog {...dialog} width={440} fields={fields}>
      <div className={classes.question}>{question}</div>
      {children}
    </FormDialog>
  )
}
