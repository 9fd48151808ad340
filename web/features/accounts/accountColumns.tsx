import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ColumnOf } from '../../../contract/list-display.ts'
import { useSession } from '../../lib/session/session.ts'
import { type Translate, useLocale, useTexts } from '../../lib/texts.ts'
import { TimeText } from '../../lib/time/TimeText.tsx'
import type { Column } from '../../shared/list/columns/column.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { maskPhone } from '../../ui/fields/digits.ts'
import { AccountStatus } from './AccountStatus.tsx'
import classes from './Accounts.module.css'
import { type AccountRow, platformCodeOptions } from './accounts.ts'
import { words } from './words.ts'

export const detailPath = '/all-management/account-management/$id'

export function useAccountColumns(): Column<AccountRow, ColumnOf<'ACCOUNTS'>>[] {
  const t = useTexts(words)
  const locale = useLocale()
  const { auth } = useSession()
  const { data: codes } = useQuery(platformCodeOptions(locale))
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('name'),
        sort: 'NAME',
        bar: 110,
        card: 'title',
        cell: (row) => <Person row={row} own={row.id === auth.id} t={t} />,
      },
      {
        key: 'phone',
        label: t('phone'),
        card: 'end',
        cell: ({ profile }) => profile.mobilePhone && maskPhone(profile.mobilePhone),
      },
      {
        key: 'username',
        label: t('username'),
        sort: 'USERNAME',
        max: 180,
        cell: ({ profile }) => profile.username,
      },
      {
        key: 'role',
        label: t('role'),
        bar: 140,
        max: 260,
        cell: ({ admin, authInfo }) =>
          admin ? (
            <Tag tone="info">{t('admin')}</Tag>
          ) : (
            authInfo.authCodes
              .map((code) => codes?.find((each) => each.code === code)?.label ?? code)
              .join(t('between'))
          ),
      },
      {
        key: 'status',
        label: t('status'),
        bar: 48,
        card: 'state',
        cell: (row) => <AccountStatus row={row} />,
      },
      { key: 'email', label: t('email'), max: 220, optional: true, cell: ({ profile }) => profile.email },
      {
        key: 'created',
        label: t('created'),
        sort: 'CREATED_TIMESTAMP',
        wide: true,
        cell: ({ profile }) => <TimeText at={profile.createdTimestamp} as="dateTime" />,
      },
    ],
    [t, codes, auth.id],
  )
}

function Person({ row, own, t }: { row: AccountRow; own: boolean; t: Translate<typeof words> }) {
  return (
    <span className={classes.person}>
      <Initial name={row.name} size={24} own={own} />
      <Link to={detailPath} params={{ id: row.id }} className={classes.name} title={row.name}>
        {row.name}
      </Link>
      {own && <Tag tone="info">{t('you')}</Tag>}
    </span>
  )
}
