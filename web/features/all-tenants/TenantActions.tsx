import { Menu } from '@mantine/core'
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs'
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconLogin2 from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../lib/texts.ts'
import { useCommonWords } from '../../ui/commonWords.ts'
import { MoreMenu } from '../../ui/layout/MoreMenu.tsx'
import { RowMenu } from '../../ui/layout/RowMenu.tsx'
import type { OpenDialog } from './dialogs.ts'
import { detailPath } from './tenantColumns.tsx'
import type { TenantRow } from './tenants.ts'
import { devicesPath, membersPath, useDevicesOpen, useEnter, useReviewOpen } from './useEnter.ts'
import { words } from './words.ts'

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

interface ActionsProps {
  row: TenantRow
  open: OpenDialog
  /** On its own page: without the way to it, and with what is to follow once it is gone. */
  detail?: { gone: () => void }
}

/** What the viewer may do with one organization, as the server says. */
export function TenantActions({ row, open, detail }: ActionsProps) {
  const t = useTexts(words)
  const common = useCommonWords()
  const { id, name, viewerCan: can } = row
  const more = common.moreOf(name)
  if (detail) {
    return (
      <MoreMenu label={more}>
        <Items row={row} open={open} detail={detail} />
      </MoreMenu>
    )
  }
  return (
    <>
      {can.edit && can.administer ? (
        <button
          type="button"
          className="link"
          aria-label={t('editName', { name })}
          onClick={() => open('edit', [row])}
        >
          {t('edit')}
        </button>
      ) : (
        <Link to={detailPath} params={{ id }} className="link" aria-label={t('viewName', { name })}>
          {t('view')}
        </Link>
      )}
      <RowMenu name={name}>{() => <Items row={row} open={open} />}</RowMenu>
    </>
  )
}

function Items({ row, open, detail }: ActionsProps) {
  const t = useTexts(words)
  const navigate = useNavigate()
  const enter = useEnter()
  const devicesOpen = useDevicesOpen()
  const reviewOpen = useReviewOpen()
  const { id, name, status, statistics, viewerCan: can } = row
  const confirmed = status === 'FINISH' || status === 'EXPIRED'

  return (
    <>
      {!detail && (
        <Menu.Item
          leftSection={<IconEye {...icon} />}
          onClick={() => void navigate({ to: detailPath, params: { id } })}
        >
          {t('view')}
        </Menu.Item>
      )}
      {can.enter && (
        <>
          {!detail && (
            <Menu.Item leftSection={<IconLogin2 {...icon} />} onClick={() => void enter(row)}>
              {t('enter')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconUsers {...icon} />} onClick={() => void enter(row, membersPath)}>
            {t('toMembers')}
          </Menu.Item>
        </>
      )}
      {devicesOpen && confirmed && (
        <Menu.Item
          leftSection={<IconDeviceDesktop {...icon} />}
          onClick={() => void navigate({ to: devicesPath, search: { tenant: id } })}
        >
          {t('toDevices')}
        </Menu.Item>
      )}
      {reviewOpen && status === 'PREPARE' && (
        <Menu.Item
          leftSection={<IconChecklist {...icon} />}
          onClick={() => void navigate({ to: '/all-management/audit-management', search: { q: name } })}
        >
          {t('toReview')}
        </Menu.Item>
      )}
      {can.administer && confirmed && !detail && (
        <Menu.Item leftSection={<IconCalendarPlus {...icon} />} onClick={() => open('extend', [row])}>
          {t('extend')}
        </Menu.Item>
      )}
      {can.delete ? (
        <>
          <Menu.Divider />
          <Menu.Item
            data-danger
            leftSection={<IconTrash {...icon} />}
            onClick={() => open('delete', [row], { done: detail?.gone })}
          >
            {t('delete')}
          </Menu.Item>
        </>
      ) : (
        can.administer &&
        statistics.deviceCount > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item disabled leftSection={<IconTrash {...icon} />}>
              {t('deleteHeld', { count: statistics.deviceCount })}
            </Menu.Item>
          </>
        )
      )}
    </>
  )
}
