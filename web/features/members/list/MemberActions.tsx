import { Menu } from '@mantine/core'
import IconCrown from '@tabler/icons-react/dist/esm/icons/IconCrown.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconUserDown from '@tabler/icons-react/dist/esm/icons/IconUserDown.mjs'
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs'
import IconUserUp from '@tabler/icons-react/dist/esm/icons/IconUserUp.mjs'
import type { Translate } from '../../../lib/texts.ts'
import { RowMenu } from '../../../ui/layout/RowMenu.tsx'
import type { OpenDialog } from '../dialogs.ts'
import { type MemberRow, nameOf } from '../members.ts'
import type { words } from '../words.ts'

/** What the viewer may do with one member, as the server says. */
export function MemberActions({
  row,
  open,
  t,
}: {
  row: MemberRow
  open: OpenDialog
  t: Translate<typeof words>
}) {
  const can = row.member?.viewerCan
  if (!can) return null
  const edit = can.rename || can.setPermissions
  const more = can.makeManager || can.unmakeManager || can.makeOwner || can.remove
  const name = nameOf(row)

  return (
    <>
      {edit && (
        <button
          type="button"
          className="link"
          aria-label={t('editName', { name })}
          onClick={() => open('edit', [row])}
        >
          {t('edit')}
        </button>
      )}
      {(edit || more) && (
        <RowMenu name={name}>
          {() => (
            <>
              {edit && (
                <Menu.Item
                  leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
                  onClick={() => open('edit', [row])}
                >
                  {t('edit')}
                </Menu.Item>
              )}
              {can.makeManager && (
                <Menu.Item
                  leftSection={<IconUserUp size={16} stroke={1.6} aria-hidden />}
                  onClick={() => open('manager', [row], { make: true })}
                >
                  {t('makeManager')}
                </Menu.Item>
              )}
              {can.unmakeManager && (
                <Menu.Item
                  leftSection={<IconUserDown size={16} stroke={1.6} aria-hidden />}
                  onClick={() => open('manager', [row], { make: false })}
                >
                  {t('unmakeManager')}
                </Menu.Item>
              )}
              {can.makeOwner && (
                <Menu.Item
                  leftSection={<IconCrown size={16} stroke={1.6} aria-hidden />}
                  onClick={() => open('handOver', [row])}
                >
                  {t('handOver')}
                </Menu.Item>
              )}
              {can.remove && (
                <>
                  <Menu.Divider />
                  <Menu.Item
                    data-danger
                    leftSection={<IconUserMinus size={16} stroke={1.6} aria-hidden />}
                    onClick={() => open('remove', [row])}
                  >
                    {t('remove')}
                  </Menu.Item>
                </>
              )}
            </>
          )}
        </RowMenu>
      )}
    </>
  )
}
