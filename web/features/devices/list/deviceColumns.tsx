import { useMemo } from 'react'
import type { ColumnOf } from '../../../../contract/list-display.ts'
import { type Translate, useLocale, useTexts } from '../../../lib/texts.ts'
import { TimeText } from '../../../lib/time/TimeText.tsx'
import { useTimes } from '../../../lib/time/time.ts'
import type { Column } from '../../../shared/list/columns/column.ts'
import { deviceTones } from '../../../shared/states/tones.ts'
import { StatusText } from '../../../ui/feedback/StatusText.tsx'
import { maskPhone } from '../../../ui/fields/digits.ts'
import { ConnectText } from '../ConnectText.tsx'
import { type DeviceRow, type DeviceStatus, daysLeft, mainVersion } from '../devices.ts'
import { hrefOf } from '../paths.ts'
import { words } from '../words.ts'
import classes from './Devices.module.css'

export function Status({ status }: { status: DeviceStatus }) {
  const t = useTexts(words)
  return (
    <StatusText tone={deviceTones[status]} shape={status === 'PRODUCED' ? 'ring' : 'dot'}>
      {t(`status.${status}`)}
    </StatusText>
  )
}

export function useDeviceColumns({
  platform,
}: {
  platform: boolean
}): Column<DeviceRow, ColumnOf<'DEVICES'>>[] {
  const t = useTexts(words)
  const locale = useLocale()
  return useMemo(() => {
    const tenant: Column<DeviceRow, 'tenant'> = {
      key: 'tenant',
      label: t('tenant'),
      bar: 140,
      max: 200,
      cell: (row) => <TenantName row={row} t={t} />,
    }
    return [
      {
        key: 'name',
        label: t('name'),
        bar: 140,
        max: 200,
        card: 'title',
        cell: (row) => <Name row={row} platform={platform} />,
      },
      { key: 'id', label: t('id'), bar: 100, max: 160, wide: true, cell: (row) => row.id },
      ...(platform ? [tenant] : []),
      {
        key: 'status',
        label: t('status'),
        bar: 56,
        // With an organization column, the status is shown only in wide windows. Without that column, narrow
        // windows have room for the status.
        wide: platform,
        cell: (row) => <Status status={row.status} />,
      },
      {
        key: 'connect',
        label: t('connect'),
        sort: 'LAST_SEEN',
        order: 'DESC',
        bar: 72,
        card: 'state',
        cell: (row) => <ConnectText row={row} />,
      },
      {
        key: 'ip',
        label: t('address'),
        bar: 88,
        max: 160,
        wide: true,
        optional: platform,
        cell: (row) => <Address row={row} />,
      },
      {
        key: 'version',
        label: t('version'),
        bar: 48,
        max: 120,
        wide: true,
        cell: (row) => <MainVersion row={row} t={t} />,
      },
      {
        key: 'left',
        label: t('daysLeft'),
        sort: 'EXPIRED_DATE',
        order: 'ASC',
        align: 'right',
        bar: 40,
        card: 'end',
        cell: ({ expiredDate }) => expiredDate && <DaysLeft expiredDate={expiredDate} t={t} />,
      },
      {
        key: 'expires',
        label: t('expires'),
        bar: 80,
        optional: true,
        cell: ({ expiredDate }) => date(expiredDate),
      },
      {
        key: 'produced',
        label: t('produced'),
        bar: 80,
        optional: true,
        cell: ({ produceDate }) => date(produceDate),
      },
      {
        key: 'contact',
        label: t('contact'),
        bar: 48,
        max: 120,
        wide: true,
        optional: platform && locale !== 'zh-CN',
        cell: (row) => <Contact row={row} />,
      },
      { key: 'customer', label: t('customer'), optional: true, cell: ({ customer }) => customer?.name },
      { key: 'businessMan', label: t('businessMan'), optional: true, cell: (row) => row.businessMan },
      { key: 'created', label: t('created'), optional: true, cell: (row) => dateTime(row.createDateTime) },
    ]
  }, [t, locale, platform])
}

const date = (instant: string | null) => instant && <TimeText at={instant} as="date" />
const dateTime = (instant: string) => <TimeText at={instant} as="dateTime" />

interface CellProps {
  row: DeviceRow
  t: Translate<typeof words>
}

function Name({ row: { id, name, tenant }, platform }: { row: DeviceRow; platform: boolean }) {
  return (
    <>
      <a href={hrefOf(id, platform)} data-row className={classes.name} title={name}>
        {name}
      </a>
      <span className={classes.under}>
        {id}
        {platform && tenant && <span className={classes.card}> · {tenant.name}</span>}
      </span>
    </>
  )
}

const TenantName = ({ row: { tenant }, t }: CellProps) =>
  tenant ? (
    <span className={classes.tenant} data-lines title={tenant.name}>
      {tenant.name}
    </span>
  ) : (
    <span className={classes.hint}>{t('noTenant')}</span>
  )

const Address = ({ row: { currentConnect } }: { row: DeviceRow }) =>
  currentConnect && (
    <span title={[currentConnect.ip, currentConnect.address].filter(Boolean).join('\n')}>
      {currentConnect.ip}
    </span>
  )

function MainVersion({ row: { versionMap }, t }: CellProps) {
  const shown = mainVersion(versionMap)
  const all = Object.entries(versionMap).map(([part, version]) =>
    t('versionOf', { part, version: String(version) }),
  )
  return shown && <span title={all.join('\n')}>{shown}</span>
}

function Contact({ row: { contactName, contactMobilePhone } }: { row: DeviceRow }) {
  const phone = contactMobilePhone && maskPhone(contactMobilePhone)
  return (
    (contactName || phone) && (
      <span title={[contactName, phone].filter(Boolean).join('\n')}>{contactName ?? phone}</span>
    )
  )
}

interface DaysLeftProps {
  expiredDate: string
  t: Translate<typeof words>
}

/**
 * Shows the days until the expiry, as a warning in the last 30 days, or the days since the expiry, as an
 * error.
 */
function DaysLeft({ expiredDate, t }: DaysLeftProps) {
  const times = useTimes()
  const { expired, days } = daysLeft(expiredDate)
  const tone = expired ? classes.err : days > 30 ? undefined : classes.warn
  return (
    <span className={tone} title={times.exact(expiredDate)}>
      {!expired
        ? t('daysCount', { count: days })
        : days
          ? t('expiredDays', { count: days })
          : t('expiredToday')}
    </span>
  )
}
