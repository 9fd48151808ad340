import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../feedback/Notice.tsx'
import { type Refusal, useFields } from '../fields/form.ts'
import { FormDialog } from './FormDialog.tsx'
import type { DialogState } from './lazyDialogs.tsx'

interface ConfirmByNameProps extends DialogState {
  title: string
  /** Explains what will be lost. */
  warning: ReactNode
  /** The text to type. */
  name: string
  /** Field label that contains the name. */
  label: string
  /** Error text if the typed name differs. */
  wrong: string
  submit: string
  run: () => Promise<void>
  refusal: (error: unknown) => Refusal
}

/** Ignores invisible characters, which nobody can type. */
const plain = (text: string) =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()

/** Asks the user to type the name before an irreversible deletion. */
export function ConfirmByName({ name, label, wrong, warning, run, refusal, ...dialog }: ConfirmByNameProps) {
  const fields = useFields({
    initial: { name: '' },
    check: (values) => ({ name: plain(values.name) === plain(name) ? undefined : wrong }),
    submit: run,
    refusal,
  })
  return (
    // Never dirty: closing the dialog loses nothing, because the typed text is shown in the dialog itself.
    <FormDialog {...dialog} width={440} fields={{ ...fields, form: { isDirty: () => false } }} danger>
      <Notice tone="err">{warning}</Notice>
      <TextInput {...fields.field('name')} label={label} autoComplete="off" data-autofocus />
    </FormDialog>
  )
}
