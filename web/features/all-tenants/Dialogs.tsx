import '../../ui/mantine-dialogs.ts'
import { DeleteTenant } from './DeleteTenant.tsx'
import { ExtendTenants } from './ExtendTenants.tsx'
import { CreateTenant, EditTenant } from './TenantForm.tsx'
import type { TenantRow } from './tenants.ts'

const dialogs = { create: CreateTenant, edit: EditTenant, extend: ExtendTenants, delete: DeleteTenant }

export type DialogKind = keyof typeof dialogs

export interface DialogProps {
  /** The organizations that it is about. */
  rows: readonly TenantRow[]
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
