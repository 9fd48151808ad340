import { IconEye, IconKey, IconPencil, IconSwitchHorizontal } from '#icons'
import {
  IconBraces,
  IconCalendarPlus,
  IconPlayerPause,
  IconPlayerPlay,
  IconPower,
  IconTrash,
} from '#icons/page'
import { useTexts } from '../../lib/texts.ts'
import { type Action, ActionItems } from '../../ui/layout/Actions.tsx'
import { RowMenu } from '../../ui/layout/RowMenu.tsx'
import type { DeviceRow, DeviceStatus } from './devices.ts'
import type { OpenDialog } from './dialogs/dialogs.ts'
import { configOf, detailOf, hrefOf } from './paths.ts'
import { words } from './words.ts'

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

/** Shows the actions that the viewer can perform on a device, in a list row. */
export function DeviceActions({ row, platform, open }: Props) {
  const t = useTexts(words)
  const { name } = row
  return (
    <>
      <a href={hrefOf(row.id, platform)} data-row className="link" aria-label={t('viewName', { name })}>
        {t('view')}
      </a>
      <RowMenu name={name}>{() => <RowItems row={row} platform={platform} open={open} />}</RowMenu>
    </>
  )
}

const RowItems = ({ row, platform, open }: Props) => (
  <ActionItems actions={useDeviceActions(open)(row, platform)} />
)

/**
 * Shows the menu items on the device's own page, except actions that have a button there. `gone` is called
 * after the device was deleted.
 */
export function DeviceItems({ row, open, gone }: Omit<Props, 'platform'> & { gone: () => void }) {
  return <ActionItems actions={useDeviceActions(open)(row, true, gone)} />
}

/**
 * Returns a function that maps a device to its actions. View comes first, unless the device's page is already
 * open.
 */
export function useDeviceActions(open: OpenDialog) {
  const t = useTexts(words)
  return (row: DeviceRow, platform: boolean, gone?: () => void): Action[] => {
    const view = gone ? [] : [{ name: t('view'), Icon: IconEye, link: detailOf(row.id, platform) }]
    const { manage, statuses } = row.viewerCan
    if (!manage || !platform) return view
    const closed: Action[] = gone
      ? []
      : [
          { name: t('edit'), Icon: IconPencil, run: () => open('save', [row]) },
          { name: t('move'), Icon: IconSwitchHorizontal, run: () => open('move', [row]) },
        ]
    const renew = { name: t('renew'), Icon: IconCalendarPlus, run: () => open('renew', [row]) }
    const credential = { name: t('credential'), Icon: IconKey, run: () => open('makeCredential', [row]) }
    return [
      ...view,
      ...closed,
      { name: t('config.edit'), Icon: IconBraces, link: configOf(row.id) },
      ...(row.status === 'RETIRED' ? [] : [renew]),
      ...(gone ? [] : [credential]),
      ...statuses.map((status) => ({
        name: t(`to.${status}`),
        Icon: statusIcons[status],
        run: () => open('changeStatus', [row], { status }),
      })),
      {
        name: t('remove'),
        Icon: IconTrash,
        run: () => open('delete', [row], { done: gone }),
        danger: true,
      },
    ]
  }
}
