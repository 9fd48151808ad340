import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../feedback/Notice.tsx'
import { type Refusal, useFields } from '../fields/form.ts'
import { FormDialog } from './FormDialog.tsx'
import type { DialogState } from './lazyDialogs.tsx'

interface ConfirmByNameProps extends DialogState {
  title: string
  /** What will be lost. */
  warning: ReactNode
  /** What has to be typed. */
  name: string
  /** Asks for it, naming it. */
  label: string
  /** Says that something else was typed. */
  wrong: string
  submit: string
  run: () => Promise<void>
  refusal: (error: unknown) => Refusal
}

/** Nobody can type characters that a name does not show. */
const plain = (text: string) =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()

/** Asks for the name of what cannot be brought back. */
export function ConfirmByName({ name, label, wrong, warning, run, refusal, ...dialog }: ConfirmByNameProps) {
  const fields = useFields({
    initial: { name: '' },
    check: (values) => ({ name: plain(values.name) === plain(name) ? undefined : wrong }),
    submit: run,
    refusal,
  })
  return (
    // What was typed is read off the dialog itself: whoever closes it loses nothing.
    <FormDialog {...dialog} width={440} fields={{ ...fields, form: { isDirty: () => false } }} danger>
      <Notice tone="err">{warning}</Notice>
      <TextInput {...fields.field('name')} label={label} autoComplete="off" data-autofocus />
    </FormDialog>
  )
}
