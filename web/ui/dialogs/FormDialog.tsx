import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useCommonWords } from '../commonWords.ts'
import { Notice } from '../feedback/Notice.tsx'
import { Dialog } from './Dialog.tsx'
import classes from './FormDialog.module.css'
import type { DialogState } from './lazyDialogs.tsx'
import { askToLeave, useLeaveAsked, useUnsaved } from './unsaved.ts'

interface Props extends DialogState {
  title: string
  /** A question asks with 440, a form with 520; px. */
  width?: 440 | 520
  /** From useFields. */
  fields: {
    formProps: { onSubmit?: (event: FormEvent<HTMLFormElement>) => unknown }
    pending: boolean
    problem: string | undefined
    form: { isDirty: () => boolean }
  }
  submit: string
  /** There is nothing to do. */
  submitDisabled?: boolean
  /** What it does cannot be taken back. */
  danger?: boolean
  /** Nothing is left that could be given up, and what is shown once is not lost to a slip. */
  final?: boolean
  /** Then, in the place of the button that gives up. */
  beside?: ReactNode
  children: ReactNode
}

/** A form in a dialog; whatever closes it asks first where something was typed. On a phone it fills the window. */
export function FormDialog(props: Props) {
  const common = useCommonWords()
  const { fields, opened, final = false } = props
  const dirty = fields.form.isDirty()
  // While it is under way another question may lie over it.
  const bySlip = !fields.pending && !(final && dirty)
  const unsaved = opened && dirty && !final && !fields.pending
  useUnsaved(unsaved)
  const asked = useLeaveAsked()
  const close = async () => {
    if (!unsaved || (await askToLeave())) props.onClose()
  }
  // What fades out takes no second Enter.
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (opened) fields.formProps.onSubmit?.(event)
    else event.preventDefault()
  }
  return (
    <Dialog
      opened={opened}
      onClose={() => void close()}
      title={props.title}
      size={props.width ?? 520}
      // Esc then answers the question.
      closeOnEscape={!asked && bySlip}
      closeOnClickOutside={bySlip}
      classNames={{ content: classes.content, body: classes.dialog, header: classes.header }}
    >
      <form {...fields.formProps} onSubmit={send} className={classes.form} aria-label={props.title}>
        <div className={classes.fields}>
          {fields.problem && (
            <Notice tone="err" role="alert">
              {fields.problem}
            </Notice>
          )}
          {props.children}
        </div>
        <div className={classes.foot}>
          {final ? (
            props.beside
          ) : (
            <Button variant="default" onClick={() => void close()}>
              {common.cancel}
            </Button>
          )}
          <Button
            type="submit"
            loading={fields.pending}
            disabled={props.submitDisabled ?? false}
            {...(props.danger && { color: 'red' })}
          >
            {props.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
