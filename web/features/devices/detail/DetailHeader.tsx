import { Button } from '@mantine/core'
import { IconPencil, IconSwitchHorizontal } from '#icons'
import { IconRouter } from '#icons/page'
import { useTexts } from '../../../lib/texts.ts'
import { useNow } from '../../../lib/time/useNow.ts'
import { deviceTones } from '../../../shared/states/tones.ts'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { Tag } from '../../../ui/feedback/StatusText.tsx'
import { MoreMenu } from '../../../ui/layout/MoreMenu.tsx'
import { ConnectText } from '../ConnectText.tsx'
import { DeviceItems } from '../DeviceActions.tsx'
import type { DeviceDetail } from '../device.ts'
import type { OpenDialog } from '../dialogs/dialogs.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'

interface Props {
  device: DeviceDetail
  manage: boolean
  open: OpenDialog
  /** Returns to the list of devices. */
  back: () => void
}

/** Shows the device's name, status, organization and actions. */
export function DetailHeader({ device, manage, open, back }: Props) {
  const t = useTexts(words)
  const { id, name, status, tenant } = device
  return (
    <header className={classes.header}>
      <div className={classes.tile} aria-hidden="true">
        <IconRouter size={22} stroke={1.6} />
      </div>
      <div className={classes.names}>
        <div className={classes.nameRow}>
          <h1 className={classes.name}>{name}</h1>
          <ConnectText row={device} now={useNow()} />
          <Tag tone={deviceTones[status]}>{t(`status.${status}`)}</Tag>
        </div>
        <div className={classes.idRow}>
          <span className="mono">{id}</span>
          <CopyButton inline label={t('credential.copyOf', { name: t('id') })} text={id} />
          <span className={classes.tenant}>{tenant?.name ?? t('noTenant')}</span>
        </div>
      </div>
      {manage && (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
            onClick={() => open('save', [device])}
          >
            {t('edit')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconSwitchHorizontal size={16} stroke={1.6} aria-hidden />}
            onClick={() => open('move', [device])}
          >
            {t('move')}
          </Button>
          <MoreMenu label={t('more')}>
            <DeviceItems row={device} open={open} gone={back} />
          </MoreMenu>
        </div>
      )}
    </header>
  )
}
