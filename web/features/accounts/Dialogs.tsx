import { AppointAdmin, DismissAdmin } from './AppointAdmin.tsx'
import type { AccountRow } from './accounts.ts'
import { CloseAccount } from './CloseAccount.tsx'
import { CreateAccount } from './CreateAccount.tsx'
import { EditAccount } from './EditAccount.tsx'
import { EndSessions } from './EndSessions.tsx'
import { ResetPassword } from './ResetPassword.tsx'
import { DisableAccounts, EnableAccounts } from './SwitchAccounts.tsx'

const dialogs = {
  create: CreateAccount,
  edit: EditAccount,
  reset: ResetPassword,
  disable: DisableAccounts,
  enable: EnableAccounts,
  endSessions: EndSessions,
  appoint: AppointAdmin,
  dismiss: DismissAdmin,
  close: CloseAccount,
}

export type DialogKind = keyof typeof dialogs

export interface DialogProps {
  /** The accounts that it is about. */
  rows: readonly AccountRow[]
  /** Called after it has been done. */
  done?: (() => void) | undefined
  opened: boolean
  onClose: () => void
}

/** Loaded when the first of them is opened. */
export function Dialogs({ kind, ...props }: DialogProps & { kind: DialogKind }) {
  const Dialog = dialogs[kind]
  return <Dialog {...props} />
}
