import { useNavigate } from '@tanstack/react-router'
import { pageRoute } from '../../../lib/page.ts'
import { useTexts } from '../../../lib/texts.ts'
import { usePageName } from '../../../lib/titles/usePageName.ts'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { OneDevice } from '../detail/OneDevice.tsx'
import type { DeviceDetail } from '../device.ts'
import { detailOf } from '../paths.ts'
import { ConfigEditor } from './ConfigEditor.tsx'
import { words } from './words.ts'

const route = pageRoute('deviceConfig')

/** /all-management/device-management/ID/config: the configuration editor of a device. */
export function ConfigPage() {
  const { id } = route.useParams()
  return (
    <OneDevice platform id={id}>
      {(device) => <Found key={device.id} device={device} />}
    </OneDevice>
  )
}

function Found({ device }: { device: DeviceDetail }) {
  const t = useTexts(words)
  const navigate = useNavigate()
  usePageName(t('title', { name: device.name }))
  const back = () => void navigate(detailOf(device.id, true))
  return (
    <>
      <PageHeader
        title={t('title', { name: device.name })}
        actions={
          <button type="button" className="link" onClick={back}>
            {t('back')}
          </button>
        }
      />
      <ConfigEditor device={device} onSaved={back} />
    </>
  )
}
