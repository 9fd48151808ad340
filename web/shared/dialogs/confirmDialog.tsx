import type { ReactNode } from 'react'
import { useRefusal } from '../../lib/codes.ts'
import { Confirm } from '../../ui/dialogs/Confirm.tsx'
import { ConfirmByName } from '../../ui/dialogs/ConfirmByName.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../ui/feedback/toast.ts'

interface Declaration {
  title: string
  /** Label of the submit button. Defaults to the title. */
  submit?: string
  question: ReactNode
  /** Content below the question. */
  children?: ReactNode
  /** Whether the action is irreversible. */
  danger?: boolean
  /** If set, the user must type this name to confirm, and the question is shown as a warning. */
  byName?: { name: string; label: string; wrong: string } | undefined
  call: () => Promise<unknown>
  /** Text of the toast that is shown after the call. */
  done?: string | undefined
  /** Id of the success toast. The toast replaces an earlier toast with the same id. */
  toastId?: string
  /** Called after the dialog has closed. Refreshes the affected queries or leaves the page. */
  changed?: (() => unknown) | undefined
}

/**
 * Returns a dialog that asks for confirmation. When the user confirms, the dialog makes one call, closes,
 * shows a toast and refreshes the page. `useDeclaration` is a hook, because it uses texts and the session.
 */
export const confirmDialog = <Props extends DialogProps<readonly unknown[]>>(
  useDeclaration: (props: Props) => Declaration,
) =>
  function ConfirmDialog(props: Props) {
    const { title, question, children, byName, call, done, toastId, changed, ...rest } = useDeclaration(props)
    const refusal = useRefusal()
    const { opened, onClose } = props
    const run = async () => {
      await call()
      onClose()
      if (done) toast('ok', done, toastId)
      props.done?.()
      await changed?.()
    }
    const common = { submit: title, ...rest, title, opened, onClose, refusal, run }
    return byName ? (
      <ConfirmByName {...common} {...byName} warning={question} />
    ) : (
      <Confirm {...common} question={question}>
        {children}
      </Confirm>
    )
  }
