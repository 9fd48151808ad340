import type { FormEvent, ReactNode } from 'react'
import { FormDialog } from './FormDialog.tsx'
import type { DialogState } from './lazyDialogs.tsx'

interface Props extends DialogState {
  title: string
  width?: 440 | 520
  /** Says that it is kept now. */
  submit: string
  /** Beside that: how it is kept. What has the focus first is among these: Enter pressed twice must not lose it. */
  beside?: ReactNode
  children: ReactNode
}

/** What can be seen this once. Neither Esc nor a click beside it closes it. */
export function ShownOnce({ onClose, ...props }: Props) {
  return (
    <FormDialog
      {...props}
      onClose={onClose}
      fields={{
        formProps: {
          onSubmit: (event: FormEvent) => {
            event.preventDefault()
            onClose()
          },
        },
        pending: false,
        problem: undefined,
        form: { isDirty: () => true },
      }}
      final
    />
  )
}
