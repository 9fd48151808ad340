import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { IconDeviceDesktopOff } from '#icons/page'
import { landingPath } from '../../../../contract/limits.ts'
import { takesApplications } from '../../../lib/config.ts'
import { pageRoute } from '../../../lib/page.ts'
import { usePermission } from '../../../lib/session/permission.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { words } from '../words.ts'
import { DeviceList } from './DeviceList.tsx'

const route = pageRoute('ownDevices')
const nothing = () => undefined

/** /organizational-management/devices: the devices of the current organization, read-only. */
export function OwnDevicesPage() {
  const search = route.useSearch()
  const t = useTexts(words)
  const { tenantId, personal, tenants } = useSession()
  const tenant = tenants.find(({ id }) => id === tenantId)
  const manages = usePermission(['account_management'])
  return (
    <>
      <PageHeader title={t('ownTitle')} context={!personal && tenant?.name} />
      {personal ? (
        <Nothing
          title={t('gate.personal')}
          text={t(takesApplications() ? 'gate.personalText' : 'gate.personalPrivate')}
          account
        />
      ) : tenant?.status === 'EXPIRED' && !manages ? (
        <Nothing title={t('gate.expired')} text={t('gate.expiredText')} />
      ) : (
        <DeviceList key={tenantId} tenantId={tenantId} search={search} open={nothing} />
      )}
    </>
  )
}

function Nothing({ title, text, account }: { title: string; text: string; account?: boolean }) {
  const t = useTexts(words)
  const navigate = useNavigate()
  return (
    <Panel>
      <EmptyState
        icon={<IconDeviceDesktopOff size={26} stroke={1.6} />}
        title={title}
        actions={
          account && (
            <Button variant="default" onClick={() => void navigate({ to: landingPath })}>
              {t('gate.toAccount')}
            </Button>
          )
        }
      >
        {text}
      </EmptyState>
    </Panel>
  )
}
