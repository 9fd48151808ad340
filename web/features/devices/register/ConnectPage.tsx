import type { ReactNode } from 'react'
import { useState } from 'react'
import { useNow } from '../../../lib/time/useNow.ts'
import columns from '../../../ui/layout/Columns.module.css'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { Refusals } from '../detail/offline/useRefusals.ts'
import type { DeviceDetail } from '../device.ts'
import type { OpenDialog } from '../dialogs/dialogs.ts'
import { CredentialStep } from './CredentialStep.tsx'
import { Hints } from './Hints.tsx'
import { useHoldMade } from './made.ts'
import { RunStep } from './RunStep.tsx'
import { WaitStep } from './WaitStep.tsx'

/**
 * If there is no connection attempt for this many milliseconds, the device probably cannot reach the server.
 */
const quietAfter = 10 * 60_000

interface Props {
  device: DeviceDetail
  manage: boolean
  open: OpenDialog
  refusals: Refusals
  /** Opens the regular device page. */
  onOpen: () => void
  /** Facts about the device, shown on the right. */
  children: ReactNode
}

/**
 * Setup page of a device that has never connected. It shows the credential and how to use it, and waits for
 * the first connection.
 */
export default function ConnectPage({ device, manage, open, refusals, onOpen, children }: Props) {
  const [began] = useState(Date.now)
  const now = useNow(1_000)
  const connected = device.currentConnect !== null
  const lastTry = Math.max(began, refusals.runs?.[0]?.to ?? 0)
  const quiet = !connected && device.gatewayUrl !== null && now - lastTry >= quietAfter
  useHoldMade(device.id)
  return (
    <div className={columns.columns}>
      <div className={columns.column}>
        {quiet && <Hints device={device} quiet />}
        <Panel>
          <CredentialStep device={device} manage={manage} open={open} connected={connected} />
          <RunStep device={device} connected={connected} />
          <WaitStep device={device} refusals={refusals} waited={now - began} onOpen={onOpen} />
        </Panel>
      </div>
      <div className={columns.column}>
        {children}
        {!quiet && <Hints device={device} />}
      </div>
    </div>
  )
}
