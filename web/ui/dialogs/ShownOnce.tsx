import type { FormEvent, ReactNode } from 'react'
import { FormDialog } from './FormDialog.tsx'
import type { DialogState } from './lazyDialogs.tsx'

interface Props extends DialogState {
  title: string
  width?: 440 | 520
  /** Label of the button with which the user confirms that they have saved the secret. */
  submit: string
  /**
   * Buttons that save the secret. One of them has the initial focus, so that pressing Enter twice does not
   * close the dialog.
   */
  extraButton?: ReactNode
  children: ReactNode
}

/** Dialog with content that is shown only once. Neither Esc nor a click outside closes the dialog. */
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
