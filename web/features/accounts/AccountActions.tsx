import { Link } from '@tanstack/react-router'
import { IconCircleCheck, IconKey, IconLogout, IconPencil, IconShieldCheck, IconUser } from '#icons'
import { IconBan, IconShieldOff, IconUserOff } from '#icons/page'
import type { Translate } from '../../lib/texts.ts'
import { type Action, ActionItems } from '../../ui/layout/Actions.tsx'
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

const detailOf = (id: string) => ({ to: detailPath, params: { id } }) as const

/** Shows the actions that the viewer can perform on an account. */
export function AccountActions({ row, open, t }: AccountActionsProps) {
  const { name, viewerCan } = row
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
        <Link {...detailOf(row.id)} className="link" aria-label={t('viewOf', { name })}>
          {t('view')}
        </Link>
      )}
      <RowMenu name={name}>{() => <ActionItems actions={accountActions(row, open, t)} />}</RowMenu>
    </>
  )
}

/**
 * Returns the actions that the viewer can perform on an account. The View action comes first and is always
 * available.
 */
export function accountActions(row: AccountRow, open: OpenDialog, t: Translate<typeof words>): Action[] {
  const can = row.viewerCan
  const all: [possible: boolean, action: Action][] = [
    [true, { name: t('view'), Icon: IconUser, link: detailOf(row.id) }],
    [can.update, { name: t('edit'), Icon: IconPencil, run: () => open('edit', [row]) }],
    [can.resetPassword, { name: t('reset.title'), Icon: IconKey, run: () => open('resetPassword', [row]) }],
    [
      can.endSessions,
      { name: t('sessions.endAll'), Icon: IconLogout, run: () => open('endSessions', [row]) },
    ],
    [
      can.enable,
      {
        name: t(row.closing ? 'takeBack.title' : 'enable.title'),
        Icon: IconCircleCheck,
        run: () => open('enable', [row], { to: 'enable' }),
      },
    ],
    [can.appoint, { name: t('appoint.title'), Icon: IconShieldCheck, run: () => open('setAdmin', [row]) }],
    [
      can.dismiss,
      { name: t('dismiss.title'), Icon: IconShieldOff, run: () => open('setAdmin', [row]), danger: true },
    ],
    [
      can.disable,
      {
        name: t('disable.title'),
        Icon: IconBan,
        run: () => open('enable', [row], { to: 'disable' }),
        danger: true,
      },
    ],
    [
      can.close,
      { name: t('closeAccount.title'), Icon: IconUserOff, run: () => open('close', [row]), danger: true },
    ],
  ]
  return all.filter(([possible]) => possible).map(([, action]) => action)
}
