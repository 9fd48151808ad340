import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../lib/texts.ts'
import type { QuickView } from '../../../shared/list/views/quick.ts'
import { type DeviceFilters, devices } from '../devices.ts'
import { words } from '../words.ts'

const all = { status: '', connect: '', expiry: '', offline: '', expiresFrom: '', expiresTo: '' } as const

/** Filters of the predefined views. */
const views = {
  all,
  online: { ...all, connect: 'ONLINE' },
  due: { ...all, expiry: '30' },
  expired: { ...all, status: 'EXPIRED' },
} as const
const names = ['all', 'online', 'due', 'expired'] as const
const tones = { all: undefined, online: undefined, due: 'warn', expired: 'err' } as const
const soonest = { field: 'EXPIRED_DATE', order: 'ASC' } as const
const sorts = { all: null, online: null, due: soonest, expired: soonest } as const

/**
 * Returns the predefined views, each with its number of devices that match the other `filters`. The views of
 * expiring and expired devices are sorted by expiry.
 */
export function useQuickViews(filters: DeviceFilters, tenantId: string | undefined): QuickView[] {
  const t = useTexts(words)
  const { data } = useQuery(devices.counts(views, filters, tenantId))
  return names.map((name) => ({
    key: name,
    label: t(`view.${name}`),
    count: data?.[name],
    tone: tones[name],
    filters: views[name],
    sort: sorts[name],
  }))
}
