import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { pageRoute } from '../../../lib/page.ts'
import { useTexts } from '../../../lib/texts.ts'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useDeviceDialogs } from '../dialogs/dialogs.ts'
import { words } from '../words.ts'
import { DeviceList } from './DeviceList.tsx'
import classes from './Devices.module.css'

const route = pageRoute('deviceManagement')

/** /all-management/device-management: the devices of all organizations. */
export function DevicePage() {
  const t = useTexts(words)
  const { open, dialog } = useDeviceDialogs()
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <Button leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />} onClick={() => open('save')}>
            <span className={classes.wide}>{t('register')}</span>
            <span className={classes.narrow}>{t('registerShort')}</span>
          </Button>
        }
      />
      <DeviceList search={route.useSearch()} open={open} />
      {dialog}
    </>
  )
}
