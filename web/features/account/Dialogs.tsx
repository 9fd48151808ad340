import type { Account } from './account.ts'
import { BindEmail } from './BindEmail.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { ChangePhone } from './ChangePhone.tsx'
import { EditProfile } from './EditProfile.tsx'
import { EndOthers } from './EndOthers.tsx'

export interface DialogProps {
  account: Account
  opened: boolean
  onClose: () => void
}

const dialogs = {
  profile: EditProfile,
  password: ChangePassword,
  phone: ChangePhone,
  email: BindEmail,
  others: EndOthers,
}

export type DialogKind = keyof typeof dialogs

/** The dialog that was asked for; loaded with the first one. */
export function Dialogs({ kind, ...props }: DialogProps & { kind: DialogKind }) {
  const Dialog = dialogs[kind]
  return <Dialog {...props} />
}
