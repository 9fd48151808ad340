import type { DialogState } from './lazyDialogs.tsx'
import '../theme/mantine-dialogs.ts'
import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Notice } from '../feedback/Notice.tsx'
import classes from './FormDialog.module.css'
import { askToLeave, useLeaveAsked, useUnsaved } from './unsaved.ts'
import { useShown } from './useShown.ts'

interface Props extends DialogState {
  title: string
  /** A question asks with 440, a form with 520; px. */
  width?: 440 | 520
  /** From useFields. */
  fields: {
    formProps: object
    pending: boolean
    problem: string | undefined
    form: { isDirty: () => boolean }
  }
  submit: string
  /** There is nothing to do. */
  submitDisabled?: boolean
  /** What it does cannot be taken back. */
  danger?: boolean
  /** None where there is nothing left to be given up. */
  cancel?: string
  closeLabel: string
  children: ReactNode
}

/** A form in a dialog; whatever closes it asks first where something was typed. On a phone it fills the window. */
export function FormDialog(props: Props) {
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const { fields, opened } = props
  const dirty = fields.form.isDirty()
  // Done already: nothing can be given up, and what is shown once is not lost to a slip.
  const done = props.cancel === undefined
  // While it is under way another question may lie over it.
  const bySlip = !fields.pending && !(done && dirty)
  const unsaved = opened && dirty && !done && !fields.pending
  useUnsaved(unsaved)
  const asked = useLeaveAsked()
  const close = async () => {
    if (!unsaved || (await askToLeave())) props.onClose()
  }
  return (
    <Modal
      opened={useShown(opened)}
      onClose={() => void close()}
      title={props.title}
      size={props.width ?? 520}
      fullScreen={phone ?? false}
      // Esc then answers the question.
      closeOnEscape={!asked && bySlip}
      closeOnClickOutside={bySlip}
      // Mantine's is a <header>, which inside a dialog counts as the page's.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': props.closeLabel }}
      classNames={{ content: classes.content, body: classes.dialog, header: classes.header }}
    >
      <form {...fields.formProps} className={classes.form} aria-label={props.title}>
        <div className={classes.fields}>
          {fields.problem && (
            <Notice tone="err" role="alert">
              {fields.problem}
            </Notice>
          )}
          {props.children}
        </div>
        <div className={classes.foot}>
          {props.cancel && (
            <Button variant="default" onClick={() => void close()}>
              {props.cancel}
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
    </Modal>
  )
}
