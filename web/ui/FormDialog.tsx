import './mantine-dialogs.ts'
import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './FormDialog.module.css'
import { Notice } from './Notice.tsx'
import { useShown } from './useShown.ts'

interface Props {
  opened: boolean
  onClose: () => void
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

/** A form in a dialog. Esc and a click beside it close it unless something was typed or is under way; on a phone it fills the window. */
export function FormDialog(props: Props) {
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const { fields } = props
  const untouched = !fields.form.isDirty() && !fields.pending
  return (
    <Modal
      opened={useShown(props.opened)}
      onClose={props.onClose}
      title={props.title}
      size={props.width ?? 520}
      fullScreen={phone ?? false}
      closeOnEscape={untouched}
      closeOnClickOutside={untouched}
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
            <Button variant="default" onClick={props.onClose}>
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
