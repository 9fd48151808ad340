import { Link } from '@tanstack/react-router'
import { IconDeviceDesktop, IconEye, IconLogin2, IconUsers } from '#icons'
import { IconCalendarPlus, IconChecklist, IconTrash } from '#icons/page'
import { useTexts } from '../../lib/texts.ts'
import { useCommonWords } from '../../ui/commonWords.ts'
import { type Action, ActionItems } from '../../ui/layout/Actions.tsx'
import { MoreMenu } from '../../ui/layout/MoreMenu.tsx'
import { RowMenu } from '../../ui/layout/RowMenu.tsx'
import type { TenantRow } from './allTenants.ts'
import type { OpenDialog } from './dialogs.ts'
import { detailPath } from './tenantColumns.tsx'
import { devicesPath, membersPath, useDevicesOpen, useEnterTenant, useReviewOpen } from './useEnterTenant.ts'
import { words } from './words.ts'

interface ActionsProps {
  row: TenantRow
  open: OpenDialog
  /**
   * Set on the organization's own page, where the View action is omitted. `gone` is called after the
   * organization was deleted.
   */
  detail?: { gone: () => void }
}

/** Shows the actions that the viewer can perform on an organization. */
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
  return <ActionItems actions={useTenantActions(open)(row, detail)} />
}

/**
 * Returns a function that maps an organization to its actions. View comes first, unless the organization's
 * page is already open.
 */
export function useTenantActions(open: OpenDialog) {
  const t = useTexts(words)
  const enter = useEnterTenant()
  const devicesOpen = useDevicesOpen()
  const reviewOpen = useReviewOpen()
  return (row: TenantRow, detail?: ActionsProps['detail']): Action[] => {
    const { id, name, status, statistics, viewerCan: can } = row
    const confirmed = status === 'FINISH' || status === 'EXPIRED'
    const devices = statistics.deviceCount
    const all: [possible: boolean, action: Action][] = [
      [!detail, { name: t('view'), Icon: IconEye, link: { to: detailPath, params: { id } } }],
      [can.enter && !detail, { name: t('enter'), Icon: IconLogin2, run: () => void enter(row) }],
      [can.enter, { name: t('toMembers'), Icon: IconUsers, run: () => void enter(row, membersPath) }],
      [
        devicesOpen && confirmed,
        {
          name: t('toDevices'),
          Icon: IconDeviceDesktop,
          link: { to: devicesPath, search: { tenant: id } },
        },
      ],
      [
        reviewOpen && status === 'PREPARE',
        {
          name: t('toReview'),
          Icon: IconChecklist,
          link: { to: '/all-management/audit-management', search: { q: name } },
        },
      ],
      [
        can.administer && confirmed && !detail,
        { name: t('extend'), Icon: IconCalendarPlus, run: () => open('extend', [row]) },
      ],
      [
        can.delete,
        {
          name: t('delete'),
          Icon: IconTrash,
          run: () => open('delete', [row], { done: detail?.gone }),
          danger: true,
        },
      ],
      [
        !can.delete && can.administer && devices > 0,
        { name: t('deleteHeld', { count: devices }), Icon: IconTrash },
      ],
    ]
    return all.filter(([possible]) => possible).map(([, action]) => action)
  }
}
