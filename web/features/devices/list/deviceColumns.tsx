import { useMemo } from 'react'
import type { ColumnOf } from '../../../../contract/list-display.ts'
import { required } from '../../../../contract/required.ts'
import { type Translate, useLocale, useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import type { Column } from '../../../shared/list/columns/column.ts'
import { StatusText } from '../../../ui/feedback/StatusText.tsx'
import type { Tone } from '../../../ui/feedback/status.ts'
import { maskPhone } from '../../../ui/fields/digits.ts'
import { ConnectText } from '../ConnectText.tsx'
import { type DeviceRow, type DeviceStatus, daysLeft, mainVersion } from '../devices.ts'
import { hrefOf } from '../paths.ts'
import { words } from '../words.ts'
import classes from './Devices.module.css'

const tones: Record<DeviceStatus, Tone> = {
  PRODUCED: 'info',
  ACTIVE: 'ok',
  SUSPENDED: 'neutral',
  EXPIRED: 'err',
  RETIRED: 'neutral',
}

export function Status({ status }: { status: DeviceStatus }) {
  const t = useTexts(words)
  return (
    <StatusText tone={tones[status]} shape={status === 'PRODUCED' ? 'ring' : 'dot'}>
      {t(`status.${status}`)}
    </StatusText>
  )
}

export const toneOf = (status: DeviceStatus): Tone => tones[status]

export function useDeviceColumns({
  platform,
}: {
  platform: boolean
}): Column<DeviceRow, ColumnOf<'DEVICES'>>[] {
  const t = useTexts(words)
  const locale = useLocale()
  const times = useTimes()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formats follow the language
  return useMemo(() => {
    const date = (instant: string | null) =>
      instant && (
        <time dateTime={instant} title={times.exact(instant)}>
          {times.date(instant)}
        </time>
      )
    const dateTime = (instant: string) => (
      <time dateTime={instant} title={times.exact(instant)}>
        {times.dateTime(instant)}
      </time>
    )
    const tenant: Column<DeviceRow, 'tenant'> = {
      key: 'tenant',
      label: t('tenant'),
      bar: 140,
      max: 200,
      cell: ({ tenant }) =>
        tenant ? (
          <span className={classes.tenant} data-lines title={tenant.name}>
            {tenant.name}
          </span>
        ) : (
          <span className={classes.hint}>{t('noTenant')}</span>
        ),
    }
    return [
      {
        key: 'name',
        label: t('name'),
        bar: 140,
        max: 200,
        card: 'title',
        cell: ({ id, name, tenant }) => (
          <>
            <a href={hrefOf(id, platform)} data-row className={classes.name} title={name}>
              {name}
            </a>
            <span className={classes.under}>
              {id}
              {platform && tenant && <span className={classes.card}> · {tenant.name}</span>}
            </span>
          </>
        ),
      },
      { key: 'id', label: t('id'), bar: 100, max: 160, wide: true, cell: (row) => row.id },
      ...(platform ? [tenant] : []),
      {
        key: 'status',
        label: t('status'),
        bar: 56,
        // Narrow windows have room for the status if the list has no organization column.
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
        cell: ({ currentConnect }) =>
          currentConnect && (
            <span title={[currentConnect.ip, currentConnect.address].filter(Boolean).join('\n')}>
              {currentConnect.ip}
            </span>
          ),
      },
      {
        key: 'version',
        label: t('version'),
        bar: 48,
        max: 120,
        wide: true,
        cell: ({ versionMap }) =>
          mainVersion(versionMap) && (
            <span
              title={Object.entries(versionMap)
                .map(([part, version]) => t('versionOf', { part, version: String(version) }))
                .join('\n')}
            >
              {mainVersion(versionMap)}
            </span>
          ),
      },
      {
        key: 'left',
        label: t('daysLeft'),
        sort: 'EXPIRED_DATE',
        order: 'ASC',
        align: 'right',
        bar: 40,
        card: 'end',
        cell: ({ expiredDate }) =>
          expiredDate && <DaysLeft expiredDate={expiredDate} title={times.exact(expiredDate)} t={t} />,
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
        cell: ({ contactName, contactMobilePhone }) =>
          (contactName || contactMobilePhone) && (
            <span
              title={[contactName, contactMobilePhone && maskPhone(contactMobilePhone)]
                .filter(Boolean)
                .join('\n')}
            >
              {contactName ?? maskPhone(required(contactMobilePhone, 'contactMobilePhone'))}
            </span>
          ),
      },
      { key: 'customer', label: t('customer'), optional: true, cell: ({ customer }) => customer?.name },
      { key: 'businessMan', label: t('businessMan'), optional: true, cell: (row) => row.businessMan },
      { key: 'created', label: t('created'), optional: true, cell: (row) => dateTime(row.createDateTime) },
    ]
  }, [t, locale, platform])
}

interface DaysLeftProps {
  expiredDate: string
  title?: string
  t: Translate<typeof words>
}

/** Remaining days: plain above 30 days, then a warning, and "expired" after the date. */
function DaysLeft({ expiredDate, title, t }: DaysLeftProps) {
  const { expired, days } = daysLeft(expiredDate)
  const tone = expired ? classes.err : days > 30 ? undefined : classes.warn
  return (
    <span className={tone} title={title}>
      {!expired
        ? t('daysCount', { count: days })
        : days
          ? t('expiredDays', { count: days })
          : t('expiredToday')}
    </span>
  )
}
