import { pageRoute } from '../../../lib/page.ts'
import { useTexts } from '../../../lib/texts.ts'
import { NewButton } from '../../../ui/layout/NewButton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useDeviceDialogs } from '../dialogs/dialogs.ts'
import { words } from '../words.ts'
import { DeviceList } from './DeviceList.tsx'

const route = pageRoute('deviceManagement')

/** /all-management/device-management: the devices of all organizations. */
export function DevicePage() {
  const t = useTexts(words)
  const { open, dialog } = useDeviceDialogs()
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={<NewButton label={t('register')} short={t('registerShort')} onClick={() => open('save')} />}
      />
      <DeviceList search={route.useSearch()} open={open} />
      {dialog}
    </>
  )
}
