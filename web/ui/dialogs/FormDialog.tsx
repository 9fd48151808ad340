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
  /** Width in px: 440 for a dialog that asks a question, 520 for a form. */
  width?: 440 | 520
  /** The result of useFields. */
  fields: {
    formProps: { onSubmit?: (event: FormEvent<HTMLFormElement>) => unknown }
    pending: boolean
    problem: string | undefined
    form: { isDirty: () => boolean }
  }
  submit: string
  /** Whether the submit button is disabled because the form has nothing to submit. */
  submitDisabled?: boolean
  /** Whether the action is irreversible. */
  danger?: boolean
  /**
   * Whether the content is shown only once. The dialog then has no Cancel button, and neither a click outside
   * nor Esc closes it.
   */
  final?: boolean
  /** Replaces the Cancel button of a final dialog. */
  extraButton?: ReactNode
  children: ReactNode
}

/**
 * Dialog with a form. Before it closes, it asks whether the user's input should be discarded. On phones it
 * fills the window.
 */
export function FormDialog(props: Props) {
  const common = useCommonWords()
  const { fields, opened, final = false } = props
  const dirty = fields.form.isDirty()
  // Whether Esc or a click outside can close the dialog. Both are disabled while a submit is pending, because
  // another dialog can open above this one.
  const bySlip = !fields.pending && !(final && dirty)
  const unsaved = opened && dirty && !final && !fields.pending
  useUnsaved(unsaved)
  const asked = useLeaveAsked()
  const close = async () => {
    if (!unsaved || (await askToLeave())) props.onClose()
  }
  // Ignores Enter during the closing transition, so that the form is not submitted twice.
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
      // While the question about unsaved changes is open, Esc answers that question.
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
            props.extraButton
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
