import type { Asked } from './asked.ts'
import { ChangeStatus } from './ChangeStatus.tsx'
import { DeleteDevice } from './DeleteDevice.tsx'
import type { DeviceRow } from './devices.ts'
import { MakeCredential } from './MakeCredential.tsx'
import { MoveDevice } from './MoveDevice.tsx'
import { RenewDevices } from './RenewDevices.tsx'
import { RevokeCredential } from './RevokeCredential.tsx'
import { SaveDevice } from './SaveDevice.tsx'

export interface DialogProps {
  opened: boolean
  onClose: () => void
}

interface Props extends DialogProps {
  asked: Asked
  onDeleted: (() => void) | undefined
}

export function Dialogs({ asked, onDeleted, ...props }: Props) {
  const { kind, rows, done, status } = asked
  const [row] = rows
  if (kind === 'save') return <SaveDevice {...props} id={row?.id} />
  if (kind === 'status') return <ChangeStatus {...props} rows={rows} status={status} done={done} />
  if (kind === 'renew') return <RenewDevices {...props} rows={rows} done={done} />
  return <OfOne {...props} kind={kind} row={row!} onDeleted={onDeleted} />
}

const ofOne = { move: MoveDevice, credential: MakeCredential, revoke: RevokeCredential, delete: DeleteDevice }

export interface OfOneProps extends DialogProps {
  row: DeviceRow
  onDeleted: (() => void) | undefined
}

function OfOne({ kind, ...props }: OfOneProps & { kind: keyof typeof ofOne }) {
  const Dialog = ofOne[kind]
  return <Dialog {...props} />
}
