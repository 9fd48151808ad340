import type { ReactNode } from 'react'
import { useRefusal } from '../../lib/codes.ts'
import { refreshSession } from '../../lib/session/session.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogState } from '../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useFields } from '../../ui/fields/form.ts'

interface QuestionProps extends DialogState {
  title: string
  submit: string
  done: string
  danger?: boolean
  run: () => Promise<unknown>
  children: ReactNode
}

/** Asks before an organization, or the application for one, is given up. */
export function Question({ title, submit, done, danger, run, children, opened, onClose }: QuestionProps) {
  const refusal = useRefusal()
  const fields = useFields({
    initial: {},
    check: () => ({}),
    submit: async () => {
      await run()
      // It is done, whether or not what it leaves can be fetched at once.
      await refreshSession()
      onClose()
      toast('ok', done, 'tenant')
    },
    refusal,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      width={440}
      {...(danger && { danger })}
      fields={fields}
      submit={submit}
    >
      {children}
    </FormDialog>
  )
}
