import { AddMember } from './AddMember.tsx'
import { EditMembers } from './EditMembers.tsx'
import { HandOver } from './HandOver.tsx'
import { Invite } from './Invite.tsx'
import { MakeManager } from './MakeManager.tsx'
import type { MemberRow } from './members.ts'
import { RemoveMembers } from './RemoveMembers.tsx'
import type { Tenant } from './tenant.ts'

const dialogs = {
  add: AddMember,
  invite: Invite,
  edit: EditMembers,
  manager: MakeManager,
  handOver: HandOver,
  remove: RemoveMembers,
}

export type DialogKind = keyof typeof dialogs

export interface DialogProps {
  tenant: Tenant
  /** The members that it is about. */
  rows: readonly MemberRow[]
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
