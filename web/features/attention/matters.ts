import { linkOptions } from '@tanstack/react-router'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import type { Tone } from '../../ui/feedback/status.ts'
import { type Expiring, type Reviews, type RunTenant, runTenants, soonExpires } from './attention.ts'
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

interface Found {
  reviews: Reviews | undefined
  expiring: readonly { tenant: RunTenant; devices: Expiring | undefined }[]
}

/** What waits for whoever has signed in, the most pressing first. */
export function useMatters(session: Session, { reviews, expiring }: Found): Matter[] {
  const t = useTexts(words)
  const times = useTimes()
  const run = runTenants(session)

  const over = run
    .filter(({ status }) => status === 'EXPIRED')
    .map(
      ({ id, name }): Matter => ({
        key: id,
        kind: 'expiry',
        tone: 'err',
        title: t('expired', { name }),
        text: t('askForTime'),
      }),
    )
  const [oldest] = reviews?.data ?? []
  const waiting: Matter[] =
    reviews && oldest
      ? [
          {
            key: 'reviews',
            kind: 'review',
            tone: 'info',
            title: t('reviews', { count: reviews.count }),
            text: t('reviewsText', { name: oldest.name, time: times.recent(oldest.submitDateTime) }),
            deed: { label: t('review'), link: linkOptions({ to: '/all-management/audit-management' }) },
          },
        ]
      : []
  const ending = run
    .filter(({ status, expireAt }) => status === 'FINISH' && soonExpires(expireAt))
    .map(
      ({ id, name, expireAt }): Matter => ({
        key: id,
        kind: 'expiry',
        tone: 'warn',
        title: t('expires', { name, date: times.date(expireAt!) }),
        text: t('askForTime'),
      }),
    )
  const devices = expiring.flatMap(({ tenant: { id, name }, devices }): Matter[] => {
    const first = devices?.data[0]
    if (!devices || !first?.expiredDate) return []
    return [
      {
        key: `devices ${id}`,
        kind: 'expiry',
        tone: 'warn',
        title: t('devices', { count: devices.count }),
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
  return [...over, ...waiting, ...ending, ...devices]
}
