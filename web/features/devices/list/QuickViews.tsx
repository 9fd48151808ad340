import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../lib/texts.ts'
import { Views } from '../../../list/bar/Views.tsx'
import type { Sort } from '../../../list/search-params.ts'
import { countsOptions, type DeviceFilters } from '../devices.ts'
import { words } from '../words.ts'

const all = { status: '', connect: '', expiry: '', offline: '', expiresFrom: '', expiresTo: '' } as const

/** Each sorts as its name suggests: what is about to expire by how soon it does. */
const views = {
  all,
  online: { ...all, connect: 'ONLINE' },
  due: { ...all, expiry: '30' },
  expired: { ...all, status: 'EXPIRED' },
} as const
const keys = Object.keys(all) as (keyof typeof all)[]
const names = ['all', 'online', 'due', 'expired'] as const
const tones = { all: undefined, online: undefined, due: 'warn', expired: 'err' } as const
const soonest = { field: 'EXPIRED_DATE', order: 'ASC' } as const
const sorts = { all: null, online: null, due: soonest, expired: soonest } as const

interface Props {
  state: {
    filters: DeviceFilters
    go: (next: { filters: DeviceFilters; sort: Sort<'EXPIRED_DATE'> | null }) => void
  }
  tenantId: string | undefined
}

/** What is asked for most often, with how many there are of each under the other filters. */
export function QuickViews({ state, tenantId }: Props) {
  const t = useTexts(words)
  const { filters } = state
  const { data } = useQuery(countsOptions(filters, tenantId))
  const chosen = names.find((name) => keys.every((key) => filters[key] === views[name][key]))
  return (
    <Views
      label={t('views')}
      views={names.map((name) => ({
        key: name,
        label: t(`view.${name}`),
        count: data?.[name],
        tone: tones[name],
      }))}
      chosen={chosen}
      onChoose={(key) => {
        const name = names.find((each) => each === key)!
        state.go({ filters: { ...filters, ...views[name] }, sort: sorts[name] })
      }}
    />
  )
}
