import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTexts } from '../../../lib/texts.ts'
import { countsOptions, type DeviceFilters } from '../devices.ts'
import { words } from '../words.ts'
import classes from './Devices.module.css'

const views = {
  all: { status: '', connect: '', expiry: '' },
  online: { status: '', connect: 'ONLINE', expiry: '' },
  due: { status: '', connect: '', expiry: '30' },
  expired: { status: 'EXPIRED', connect: '', expiry: '' },
} as const
const names = ['all', 'online', 'due', 'expired'] as const
const tones = { all: undefined, online: undefined, due: 'warn', expired: 'err' } as const

interface Props {
  state: { filters: DeviceFilters; go: (next: { filters: DeviceFilters }) => void }
  tenantId: string | undefined
}

/** What is asked for most often, with how many there are of each under the other filters. */
export function QuickViews({ state, tenantId }: Props) {
  const t = useTexts(words)
  const number = new Intl.NumberFormat(useLocale())
  const { filters } = state
  const { data } = useQuery(countsOptions(filters, tenantId))
  const chosen = names.find((name) =>
    (['status', 'connect', 'expiry'] as const).every((key) => filters[key] === views[name][key]),
  )
  return (
    <SegmentedControl
      className={classes.views}
      aria-label={t('views')}
      value={chosen ?? ''}
      onChange={(name) => state.go({ filters: { ...filters, ...views[name as keyof typeof views] } })}
      data={names.map((name) => {
        const count = data?.[name]
        return {
          value: name,
          label: (
            <>
              {t(`view.${name}`)}
              {count && (count.count > 0 || count.countExact) && (
                <span className={classes.count} data-tone={count.count ? tones[name] : undefined}>
                  {number.format(count.count)}
                  {!count.countExact && '+'}
                </span>
              )}
            </>
          ),
        }
      })}
    />
  )
}
