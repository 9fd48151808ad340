import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../feedback/Notice.tsx'
import { type Refusal, useFields } from '../fields/form.ts'
import { FormDialog } from './FormDialog.tsx'
import type { DialogState } from './lazyDialogs.tsx'

interface ConfirmByNameProps extends DialogState {
  title: string
  /** Explains what will be deleted or lost. */
  warning: ReactNode
  /** The name that the user must type. */
  name: string
  /** Label of the field; the label contains the name. */
  label: string
  /** Error text that is shown if the user types another name. */
  wrong: string
  submit: string
  run: () => Promise<void>
  refusal: (error: unknown) => Refusal
}

/** Removes invisible characters, which users cannot type. */
const plain = (text: string) =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()

/** Dialog that confirms an irreversible deletion. The user must type the name of the object. */
export function ConfirmByName({ name, label, wrong, warning, run, refusal, ...dialog }: ConfirmByNameProps) {
  const fields = useFields({
    initial: { name: '' },
    check: (values) => ({ name: plain(values.name) === plain(name) ? undefined : wrong }),
    submit: run,
    refusal,
  })
  return (
    // The form never counts as changed. The dialog itself shows the text to type, so no input is lost when
    // the dialog closes.
    <FormDialog {...dialog} width={440} fields={{ ...fields, form: { isDirty: () => false } }} danger>
      <Notice tone="err">{warning}</Notice>
      <TextInput {...fields.field('name')} label={label} autoComplete="off" data-autofocus />
    </FormDialog>
  )
}
