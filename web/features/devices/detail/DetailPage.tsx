import { Suspense, useState } from 'react'
import { pageRoute } from '../../../lib/page.ts'
import { useSession } from '../../../lib/session/session.ts'
import { usePageName } from '../../../lib/titles/usePageName.ts'
import { lazyPart } from '../../../network.ts'
import { AuditPanel } from '../../../shared/audit/AuditPanel.tsx'
import type { SearchOf } from '../../../shared/list/search-params.ts'
import columns from '../../../ui/layout/Columns.module.css'
import type { DeviceDetail, OfflineReason } from '../device.ts'
import { useDeviceDialogs } from '../dialogs/dialogs.ts'
import type { connectionRules } from '../search.ts'
import { ConfigPanel } from './ConfigPanel.tsx'
import { ConnectionsPanel } from './ConnectionsPanel.tsx'
import { CredentialPanel } from './CredentialPanel.tsx'
import { DetailHeader } from './DetailHeader.tsx'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { DeviceFacts } from './DeviceFacts.tsx'
import { DeviceFigures } from './DeviceFigures.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { OneDevice } from './OneDevice.tsx'
import { OfflinePanel } from './offline/OfflinePanel.tsx'
import { RefusalsPanel } from './offline/RefusalsPanel.tsx'
import { useRefusals } from './offline/useRefusals.ts'
import { useHistory } from './useHistory.ts'
import { ValuesPanel } from './values/ValuesPanel.tsx'

const ConfigPage = lazyPart(async () => (await import('../config/ConfigPage.tsx')).ConfigPage)
const ConnectPage = lazyPart(async () => (await import('../register/ConnectPage.tsx')).default)

const [managed, own] = [pageRoute('managedDevice'), pageRoute('ownDevice')]

/** /all-management/device-management/ID: a device's page for device administrators. */
export const DeviceDetailPage = () => (
  <Detail platform id={managed.useParams().id} search={managed.useSearch()} />
)

/** /organizational-management/devices/ID: a device's read-only page for members of its organization. */
export const OwnDeviceDetailPage = () => (
  <Detail platform={false} id={own.useParams().id} search={own.useSearch()} />
)

/**
 * /all-management/device-management/ID/config: the configuration editor. Other pages do not load the editor's
 * code.
 */
export const DeviceConfigPage = () => (
  <Suspense fallback={<DetailSkeleton />}>
    <ConfigPage />
  </Suspense>
)

interface DetailProps {
  platform: boolean
  id: string
  search: SearchOf<typeof connectionRules>
}

function Detail({ platform, id, search }: DetailProps) {
  return (
    <OneDevice platform={platform} id={id}>
      {(device, back) => (
        <Found key={device.id} device={device} platform={platform} search={search} back={back} />
      )}
    </OneDevice>
  )
}

type FoundProps = Omit<DetailProps, 'id'> & { device: DeviceDetail; back: () => void }

/**
 * Reasons for being offline that the setup page of a new device can explain. For any other reason, such as a
 * suspended device, setting up the device does not help, so the regular page is shown.
 */
const waits: readonly (OfflineReason | null)[] = [
  'CREDENTIAL_NONE',
  'CREDENTIAL_REVOKED',
  'PASSWORD',
  'CLIENT_ID',
  'PROTOCOL',
  'NEVER_CONNECTED',
  'ORGANIZATION_EXPIRED',
]

function Found({ device, platform, search, back }: FoundProps) {
  const { open, dialog } = useDeviceDialogs()
  usePageName(device.name)
  const history = useHistory(device)
  const refusals = useRefusals(device)
  const manage = platform && device.viewerCan.manage
  const isNew = device.currentConnect === null && waits.includes(device.offlineReason)
  // Whether to show the setup page. It stays after the device has connected, until the user opens the regular
  // page.
  const [introducing, setIntroducing] = useState(isNew)
  if (isNew && !introducing) setIntroducing(true)
  if (introducing && (isNew || device.currentConnect)) {
    return (
      <>
        <DetailHeader device={device} manage={manage} open={open} back={back} />
        <Suspense fallback={null}>
          <ConnectPage
            device={device}
            manage={manage}
            open={open}
            refusals={refusals}
            onOpen={() => setIntroducing(false)}
          >
            <DeviceFacts device={device} />
          </ConnectPage>
        </Suspense>
        {dialog}
      </>
    )
  }
  return (
    <>
      <DetailHeader device={device} manage={manage} open={open} back={back} />
      <OfflinePanel device={device} manage={manage} open={open} history={history} refusals={refusals} />
      <div className={columns.columns}>
        <div className={columns.column}>
          <DeviceFigures device={device} history={history} />
          <ValuesPanel device={device} />
          <HistoryPanel device={device} history={history} refused={refusals.drawn} />
          <RefusalsPanel refusals={refusals} />
          <ConnectionsPanel deviceId={device.id} search={search} />
          <Record device={device} />
        </div>
        <div className={columns.column}>
          <DeviceFacts device={device} />
          {manage && <CredentialPanel device={device} open={open} />}
          <ConfigPanel device={device} manage={manage} />
        </div>
      </div>
      {dialog}
    </>
  )
}

/**
 * Shows the device's audit log to administrators, and to owners and managers of the device's organization.
 */
function Record({ device: { id, tenant } }: { device: DeviceDetail }) {
  const { admin, auth } = useSession()
  const runs = auth.authInfo.tenantInfos.some(
    ({ tenantId, owner, manager }) => tenantId === tenant?.id && (owner || manager),
  )
  if (admin) return <AuditPanel targetId={id} />
  return runs && tenant ? <AuditPanel targetId={id} tenantId={tenant.id} /> : null
}
