import { Menu } from '@mantine/core'
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import IconShieldOff from '@tabler/icons-react/dist/esm/icons/IconShieldOff.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Translate } from '../../lib/texts.ts'
import { RowMenu } from '../../ui/layout/RowMenu.tsx'
import { detailPath } from './accountColumns.tsx'
import type { AccountRow } from './accounts.ts'
import type { OpenDialog } from './dialogs/dialogs.ts'
import type { words } from './words.ts'

interface AccountActionsProps {
  row: AccountRow
  open: OpenDialog
  t: Translate<typeof words>
}

/** What the viewer may do with one account, as the server says; to look at it, in any case. */
export function AccountActions({ row, open, t }: AccountActionsProps) {
  const { name, viewerCan } = row
  const detail = { to: detailPath, params: { id: row.id } } as const
  return (
    <>
      {viewerCan.update ? (
        <button
          type="button"
          className="link"
          aria-label={t('editOf', { name })}
          onClick={() => open('edit', [row])}
        >
          {t('edit')}
        </button>
      ) : (
        <Link {...detail} className="link" aria-label={t('viewOf', { name })}>
          {t('view')}
        </Link>
      )}
      <RowMenu name={name}>
        {() => (
          <>
            <Menu.Item
              leftSection={<IconUser size={16} stroke={1.6} aria-hidden />}
              renderRoot={(props) => <Link {...detail} {...props} />}
            >
              {t('view')}
            </Menu.Item>
            <AccountItems row={row} open={open} t={t} />
          </>
        )}
      </RowMenu>
    </>
  )
}

/** The actions as items of a menu. */
export function AccountItems({ row, open, t }: AccountActionsProps): ReactNode {
  const can = row.viewerCan
  return (
    <>
      {can.update && (
        <Menu.Item
          leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
          onClick={() => open('edit', [row])}
        >
          {t('edit')}
        </Menu.Item>
      )}
      {can.resetPassword && (
        <Menu.Item
          leftSection={<IconKey size={16} stroke={1.6} aria-hidden />}
          onClick={() => open('resetPassword', [row])}
        >
          {t('reset.title')}
        </Menu.Item>
      )}
      {can.endSessions && (
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
          onClick={() => open('endSessions', [row])}
        >
          {t('sessions.endAll')}
        </Menu.Item>
      )}
      {can.enable && (
        <Menu.Item
          leftSection={<IconCircleCheck size={16} stroke={1.6} aria-hidden />}
          onClick={() => open('enable', [row], { to: 'enable' })}
        >
          {t(row.closing ? 'takeBack.title' : 'enable.title')}
        </Menu.Item>
      )}
      {can.appoint && (
        <Menu.Item
          leftSection={<IconShieldCheck size={16} stroke={1.6} aria-hidden />}
          onClick={() => open('setAdmin', [row])}
        >
          {t('appoint.title')}
        </Menu.Item>
      )}
      {(can.dismiss || can.disable || can.close) && <Menu.Divider />}
      {can.dismiss && (
        <Menu.Item
          leftSection={<IconShieldOff size={16} stroke={1.6} aria-hidden />}
          data-danger
          onClick={() => open('setAdmin', [row])}
        >
          {t('dismiss.title')}
        </Menu.Item>
      )}
      {can.disable && (
        <Menu.Item
          leftSection={<IconBan size={16} stroke={1.6} aria-hidden />}
          data-danger
          onClick={() => open('enable', [row], { to: 'disable' })}
        >
          {t('disable.title')}
        </Menu.Item>
      )}
      {can.close && (
        <Menu.Item
          leftSection={<IconUserOff size={16} stroke={1.6} aria-hidden />}
          data-danger
          onClick={() => open('close', [row])}
        >
          {t('closeAccount.title')}
        </Menu.Item>
      )}
    </>
  )
}
