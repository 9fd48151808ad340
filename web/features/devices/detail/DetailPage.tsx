import { Button } from '@mantine/core'
import IconDeviceDesktopOff from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktopOff.mjs'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { AuditPanel } from '../../../audit/AuditPanel.tsx'
import { pageRoute } from '../../../lib/page.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { usePageName } from '../../../lib/titles/usePageName.ts'
import type { SearchOf } from '../../../list/search-params.ts'
import { lazyPart } from '../../../network.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import columns from '../../../ui/layout/Columns.module.css'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { DeviceDetail, OfflineReason } from '../device.ts'
import { useDeviceDialogs } from '../dialogs/dialogs.ts'
import { listPath } from '../paths.ts'
import type { connectionRules } from '../search.ts'
import { words } from '../words.ts'
import { ConfigPanel } from './ConfigPanel.tsx'
import { ConnectionsPanel } from './ConnectionsPanel.tsx'
import { CredentialPanel } from './CredentialPanel.tsx'
import { DetailHeader } from './DetailHeader.tsx'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { FactsPanel } from './FactsPanel.tsx'
import { Figures } from './Figures.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { OfflinePanel } from './offline/OfflinePanel.tsx'
import { RefusalsPanel } from './offline/RefusalsPanel.tsx'
import { useRefusals } from './offline/useRefusals.ts'
import { useDevice } from './useDevice.ts'
import { useHistory } from './useHistory.ts'
import { ValuesPanel } from './values/ValuesPanel.tsx'

const ConnectPage = lazyPart(async () => (await import('../register/ConnectPage.tsx')).default)

const [managed, own] = [pageRoute('managedDevice'), pageRoute('ownDevice')]

/** /all-management/device-management/:id */
export const DeviceDetailPage = () => (
  <Detail platform id={managed.useParams().id} search={managed.useSearch()} />
)

/** /organizational-management/devices/:id: the same, to be read. */
export const OwnDeviceDetailPage = () => (
  <Detail platform={false} id={own.useParams().id} search={own.useSearch()} />
)

interface DetailProps {
  platform: boolean
  id: string
  search: SearchOf<typeof connectionRules>
}

function Detail({ platform, id, search }: DetailProps) {
  const t = useTexts(words)
  const navigate = useNavigate()
  const query = useDevice(id)
  const { data, error, isFetching } = query
  const back = () => void navigate({ to: listPath(platform) })

  if (data) return <Found key={data.id} device={data} platform={platform} search={search} back={back} />
  if (data === null) {
    return (
      <Panel>
        <EmptyState
          headingLevel={1}
          icon={<IconDeviceDesktopOff size={26} stroke={1.6} />}
          title={t('detail.gone')}
          actions={
            <Button variant="default" onClick={back}>
              {t('detail.back')}
            </Button>
          }
        >
          {t('detail.goneText')}
        </EmptyState>
      </Panel>
    )
  }
  if (error && !isFetching) {
    return (
      <Panel>
        <LoadError headingLevel={1} title={t('detail.failed')} query={query} />
      </Panel>
    )
  }
  return <DetailSkeleton />
}

type FoundProps = Omit<DetailProps, 'id'> & { device: DeviceDetail; back: () => void }

/** What a device that is yet to connect waits for; the other reasons keep it from connecting. */
const waits: readonly (OfflineReason | null)[] = [
  'CREDENTIAL_NONE',
  'CREDENTIAL_REVOKED',
  'PASSWORD',
  'CLIENT_ID',
  'NEVER_CONNECTED',
  'ORGANIZATION_EXPIRED',
]

function Found({ device, platform, search, back }: FoundProps) {
  const { open, dialog } = useDeviceDialogs()
  usePageName(device.name)
  const history = useHistory(device.id)
  const refusals = useRefusals(device)
  const manage = platform && device.viewerCan.manage
  const isNew = device.currentConnect === null && waits.includes(device.offlineReason)
  // It stays once the device is there, until it was seen.
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
            <FactsPanel device={device} />
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
          <Figures device={device} history={history} />
          <ValuesPanel device={device} />
          <HistoryPanel device={device} history={history} refused={refusals.drawn} />
          <RefusalsPanel refusals={refusals} />
          <ConnectionsPanel deviceId={device.id} search={search} />
          <Record device={device} />
        </div>
        <div className={columns.column}>
          <FactsPanel device={device} />
          {manage && <CredentialPanel device={device} open={open} />}
          <ConfigPanel device={device} onEdit={manage ? () => open('save', [device]) : undefined} />
        </div>
      </div>
      {dialog}
    </>
  )
}

/** What was done to it, for those who may see that: administrators, and who runs its organization. */
function Record({ device: { id, tenant } }: { device: DeviceDetail }) {
  const { admin, auth } = useSession()
  const runs = auth.authInfo.tenantInfos.some(
    ({ tenantId, owner, manager }) => tenantId === tenant?.id && (owner || manager),
  )
  if (admin) return <AuditPanel targetId={id} />
  return runs && tenant ? <AuditPanel targetId={id} tenantId={tenant.id} /> : null
}
