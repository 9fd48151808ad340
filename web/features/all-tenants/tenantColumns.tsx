import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ColumnOf } from '../../../contract/list-display.ts'
import { number } from '../../lib/numbers.ts'
import { type Translate, useTexts } from '../../lib/texts.ts'
import { TimeText } from '../../lib/time/TimeText.tsx'
import { areaNames } from '../../shared/areas/areaNames.ts'
import type { Column } from '../../shared/list/columns/column.ts'
import { tenantTones } from '../../shared/states/tones.ts'
import { StatusText, Tag } from '../../ui/feedback/StatusText.tsx'
import { groupedPhone, nationalPhone } from '../../ui/fields/digits.ts'
import classes from './AllTenants.module.css'
import type { TenantRow } from './allTenants.ts'
import { Expiry } from './Expiry.tsx'
import { words } from './words.ts'

export const detailPath = '/all-management/all-management/$id'

export function useTenantColumns(): Column<TenantRow, ColumnOf<'TENANTS'>>[] {
  const t = useTexts(words)
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('name'),
        bar: 180,
        max: 300,
        card: 'title',
        cell: (row) => <Name row={row} t={t} />,
      },
      {
        key: 'status',
        label: t('status'),
        bar: 56,
        card: 'state',
        cell: ({ status }) => <StatusText tone={tenantTones[status]}>{t(`status.${status}`)}</StatusText>,
      },
      { key: 'owner', label: t('owner'), bar: 56, max: 140, cell: ({ owner }) => owner?.name },
      {
        key: 'members',
        label: t('members'),
        wide: true,
        align: 'right',
        bar: 24,
        cell: ({ statistics }) => number(statistics.operatorCount),
      },
      {
        key: 'managers',
        label: t('managers'),
        align: 'right',
        bar: 24,
        optional: true,
        cell: ({ statistics }) => number(statistics.managerCount),
      },
      {
        key: 'devices',
        label: t('devices'),
        align: 'right',
        bar: 24,
        cell: ({ statistics: { deviceCount, onlineDeviceCount } }) =>
          onlineDeviceCount
            ? t('devicesOnline', {
                count: deviceCount,
                online: onlineDeviceCount,
              })
            : number(deviceCount),
      },
      {
        key: 'expiry',
        label: t('expiry'),
        bar: 120,
        card: 'end',
        cell: (row) => <Expiry row={row} />,
      },
      {
        key: 'areas',
        label: t('areas'),
        max: 220,
        bar: 140,
        wide: true,
        cell: (row) => <Areas row={row} t={t} />,
      },
      {
        key: 'contact',
        label: t('contact'),
        optional: true,
        cell: ({ contact }) =>
          contact && `${contact.name} ${groupedPhone(nationalPhone(contact.mobilePhone))}`,
      },
      {
        key: 'created',
        label: t('created'),
        optional: true,
        cell: ({ createDateTime }) => <TimeText at={createDateTime} as="date" />,
      },
    ],
    [t],
  )
}

interface CellProps {
  row: TenantRow
  t: Translate<typeof words>
}

const Name = ({ row: { id, name, internal }, t }: CellProps) => (
  <span className={classes.name} title={name}>
    <Link to={detailPath} params={{ id }} className="link">
      {name}
    </Link>
    {internal && <Tag tone="info">{t('tagInternal')}</Tag>}
  </span>
)

function Areas({ row: { areas }, t }: CellProps) {
  const names = areaNames(areas)
  const [first] = names
  const all = names.length > 1 && first ? t('areasMore', { first, rest: names.length - 1 }) : first
  return (
    all && (
      <span data-lines title={all}>
        {all}
      </span>
    )
  )
}
