import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useTexts } from '../../lib/texts.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useAsked } from './asked.ts'
import { DeviceList } from './DeviceList.tsx'
import classes from './Devices.module.css'
import { LazyDialogs } from './LazyDialogs.tsx'

/** /all-management/device-management: the devices of all organizations. */
export function DevicePage() {
  const t = useTexts('devices')
  const { dialog, ask, close } = useAsked()
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <Button leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />} onClick={() => ask('save')}>
            <span className={classes.wide}>{t('register')}</span>
            <span className={classes.narrow}>{t('registerShort')}</span>
          </Button>
        }
      />
      <DeviceList ask={ask} />
      <LazyDialogs dialog={dialog} close={close} />
    </>
  )
}
