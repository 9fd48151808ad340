import { TextInput } from '@mantine/core'
import { useRefusal } from '../../lib/codes.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useFields } from '../../ui/fields/form.ts'

interface Declaration {
  title: string
  submit: string
  label: string
  name: string
  maxLength?: number
  /** Returns an error text if the name is invalid. */
  check: (name: string) => string | undefined
  call: (name: string) => Promise<unknown>
  /** Returns the text of the toast that is shown after the call has succeeded. */
  done?: (name: string) => string
  /** Called after the dialog has closed. Refreshes the queries that show the name. */
  changed: () => unknown
}

/**
 * Returns a dialog that asks for a new name. `useDeclaration` is a hook, because it uses texts and the
 * session.
 */
export const renameDialog = <Props extends DialogProps<readonly unknown[]>>(
  useDeclaration: (props: Props) => Declaration,
) =>
  function RenameDialog(props: Props) {
    const { title, submit, label, maxLength, check, call, done, changed, ...first } = useDeclaration(props)
    const { opened, onClose } = props
    const fields = useFields({
      initial: { name: first.name },
      check: ({ name }) => ({ name: check(name) }),
      submit: async ({ name }) => {
        await call(name)
        onClose()
        if (done) toast('ok', done(name.trim()))
        await changed()
      },
      refusal: useRefusal(),
    })
    return (
      <FormDialog {...{ opened, onClose, title, submit, fields }} width={440}>
        <TextInput
          {...fields.field('name')}
          label={label}
          maxLength={maxLength}
          autoComplete="off"
          data-autofocus
        />
      </FormDialog>
    )
  }
