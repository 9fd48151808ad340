import { IconPencil } from '#icons'
import { IconCrown, IconUserDown, IconUserMinus, IconUserUp } from '#icons/page'
import type { Translate } from '../../../lib/texts.ts'
import { type Action, ActionItems } from '../../../ui/layout/Actions.tsx'
import { RowMenu } from '../../../ui/layout/RowMenu.tsx'
import type { OpenDialog } from '../dialogs.ts'
import { type MemberRow, nameOf } from '../members.ts'
import type { words } from '../words.ts'

interface Props {
  row: MemberRow
  open: OpenDialog
  t: Translate<typeof words>
}

/** Shows the actions that the viewer can perform on a member. */
export function MemberActions({ row, open, t }: Props) {
  const actions = memberActions(row, open, t)
  const name = nameOf(row)
  return (
    <>
      {mayEdit(row) && (
        <button
          type="button"
          className="link"
          aria-label={t('editName', { name })}
          onClick={() => open('edit', [row])}
        >
          {t('edit')}
        </button>
      )}
      {actions.length > 0 && <RowMenu name={name}>{() => <ActionItems actions={actions} />}</RowMenu>}
    </>
  )
}

const mayEdit = ({ member }: MemberRow): boolean =>
  Boolean(member?.viewerCan.rename || member?.viewerCan.setPermissions)

export function memberActions(row: MemberRow, open: OpenDialog, t: Translate<typeof words>): Action[] {
  const can = row.member?.viewerCan
  if (!can) return []
  const all: [possible: boolean, action: Action][] = [
    [mayEdit(row), { name: t('edit'), Icon: IconPencil, run: () => open('edit', [row]) }],
    [
      can.makeManager,
      { name: t('makeManager'), Icon: IconUserUp, run: () => open('manager', [row], { make: true }) },
    ],
    [
      can.unmakeManager,
      { name: t('unmakeManager'), Icon: IconUserDown, run: () => open('manager', [row], { make: false }) },
    ],
    [can.makeOwner, { name: t('handOver'), Icon: IconCrown, run: () => open('handOver', [row]) }],
    [can.remove, { name: t('remove'), Icon: IconUserMinus, run: () => open('remove', [row]), danger: true }],
  ]
  return all.filter(([possible]) => possible).map(([, action]) => action)
}
