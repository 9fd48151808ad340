import { Menu } from '@mantine/core'
import IconBraces from '@tabler/icons-react/dist/esm/icons/IconBraces.mjs'
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPower from '@tabler/icons-react/dist/esm/icons/IconPower.mjs'
import IconSwitchHorizontal from '@tabler/icons-react/dist/esm/icons/IconSwitchHorizontal.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../lib/texts.ts'
import { RowMenu } from '../../ui/layout/RowMenu.tsx'
import type { DeviceRow, DeviceStatus } from './devices.ts'
import type { OpenDialog } from './dialogs/dialogs.ts'
import { configOf, detailOf, hrefOf } from './paths.ts'
import { words } from './words.ts'

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

const statusIcons: Record<DeviceStatus, typeof IconPower> = {
  PRODUCED: IconPlayerPlay,
  ACTIVE: IconPlayerPlay,
  SUSPENDED: IconPlayerPause,
  EXPIRED: IconPlayerPause,
  RETIRED: IconPower,
}

interface Props {
  row: DeviceRow
  platform: boolean
  open: OpenDialog
}

/** To the device's page, and what the viewer may do with it, as the server says. */
export function DeviceActions({ row, platform, open }: Props) {
  const t = useTexts(words)
  const link = detailOf(row.id, platform)
  const { name } = row
  return (
    <>
      <a href={hrefOf(row.id, platform)} data-row className="link" aria-label={t('viewName', { name })}>
        {t('view')}
      </a>
      <RowMenu name={name}>
        {() => (
          <>
            <Menu.Item component={Link} {...(link as object)} leftSection={<IconEye {...icon} />}>
              {t('view')}
            </Menu.Item>
            {platform && <DeviceItems row={row} open={open} />}
          </>
        )}
      </RowMenu>
    </>
  )
}

type ItemsProps = Pick<Props, 'open'> & {
  row: DeviceRow
  /** On its own page: without what has a button there, and with what is to follow once it is gone. */
  detail?: { gone: () => void }
}

/** Items of a menu. */
export function DeviceItems({ row, open, detail }: ItemsProps) {
  const t = useTexts(words)
  const { manage, statuses } = row.viewerCan
  if (!manage) return null
  return (
    <>
      {!detail && (
        <>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => open('save', [row])}>
            {t('edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconSwitchHorizontal {...icon} />} onClick={() => open('move', [row])}>
            {t('move')}
          </Menu.Item>
        </>
      )}
      <Menu.Item component={Link} {...(configOf(row.id) as object)} leftSection={<IconBraces {...icon} />}>
        {t('config.edit')}
      </Menu.Item>
      {row.status !== 'RETIRED' && (
        <Menu.Item leftSection={<IconCalendarPlus {...icon} />} onClick={() => open('renew', [row])}>
          {t('renew')}
        </Menu.Item>
      )}
      {!detail && (
        <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => open('makeCredential', [row])}>
          {t('credential')}
        </Menu.Item>
      )}
      {statuses.map((status) => {
        const Icon = statusIcons[status]
        return (
          <Menu.Item
            key={status}
            leftSection={<Icon {...icon} />}
            onClick={() => open('changeStatus', [row], { status })}
          >
            {t(`to.${status}`)}
          </Menu.Item>
        )
      })}
      <Menu.Divider />
      <Menu.Item
        data-danger
        leftSection={<IconTrash {...icon} />}
        onClick={() => open('delete', [row], { done: detail?.gone })}
      >
        {t('remove')}
      </Menu.Item>
    </>
  )
}
