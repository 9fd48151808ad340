import { linkOptions } from '@tanstack/react-router'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import type { Tone } from '../../ui/feedback/status.ts'
import type { useExpiries } from './attention.ts'
import { words } from './words.ts'

export interface Matter {
  key: string
  kind: 'review' | 'expiry'
  tone: Tone
  title: string
  text: string
  /** Where it is dealt with, in the organization of that id; none where others have to. */
  deed?: { label: string; link: { to: string; search?: object }; tenantId?: string }
}

/** The applications that wait for review, and the one that has waited longest. */
export interface Reviews {
  count: number
  data: readonly { name: string; submitDateTime: string }[]
}

/** What waits, in words, the most pressing first. */
export function useMatters(
  waiting: Reviews | undefined,
  { tenants: ending, devices: looked }: ReturnType<typeof useExpiries>,
): Matter[] {
  const t = useTexts(words)
  const times = useTimes()

  const tenants = ending.map(({ id, name, status, expireAt }): Matter => {
    const over = status === 'EXPIRED'
    return {
      key: id,
      kind: 'expiry',
      tone: over ? 'err' : 'warn',
      title: over ? t('expired', { name }) : t('expires', { name, date: times.date(expireAt!) }),
      text: t('askForTime'),
    }
  })
  const [oldest] = waiting?.data ?? []
  const reviews: Matter[] =
    waiting && oldest
      ? [
          {
            key: 'reviews',
            kind: 'review',
            tone: 'info',
            title: t('reviews', { count: waiting.count }),
            text: t('reviewsText', { name: oldest.name, time: times.recent(oldest.submitDateTime) }),
            deed: { label: t('review'), link: linkOptions({ to: '/all-management/audit-management' }) },
          },
        ]
      : []
  const devices = looked.flatMap(({ tenant: { id, name }, expiring }): Matter[] => {
    const first = expiring?.data[0]
    if (!expiring || !first?.expiredDate) return []
    return [
      {
        key: `devices ${id}`,
        kind: 'expiry',
        tone: 'warn',
        title: t('devices', { count: expiring.count }),
        text: t('devicesText', { tenant: name, name: first.name, date: times.date(first.expiredDate) }),
        deed: {
          label: t('toDevices'),
          link: linkOptions({
            to: '/organizational-management/devices',
            search: { expiry: '30', sort: 'EXPIRED_DATE.asc' },
          }),
          tenantId: id,
        },
      },
    ]
  })
  return [
    ...tenants.filter(({ tone }) => tone === 'err'),
    ...reviews,
    ...tenants.filter(({ tone }) => tone === 'warn'),
    ...devices,
  ]
}
