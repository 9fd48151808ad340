import { linkOptions } from '@tanstack/react-router'
import { mayOpen } from '../../../contract/menu.ts'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import type { Tone } from '../../ui/feedback/status.ts'
import { devicesLink } from './panels/links.ts'
import { words } from './words.ts'
import { ahead, type Workplace } from './workplace.ts'

export interface Wait {
  key: string
  kind: 'review' | 'application' | 'expiry' | 'credential' | 'email'
  tone: Tone
  title: string
  text?: string
  /** Where it is dealt with, where there is such a page for this account. */
  link?: { to: string; search?: object }
  action?: string
}

const account = linkOptions({ to: '/accountInfo/index' })

/** What waits for the account, the most pressing first. `tenantId`: of the organization that is shown; null: of the platform. */
export function useWaits(session: Session, tenantId: string | null, data: Workplace): Wait[] {
  const t = useTexts(words)
  const times = useTimes()
  const { auth, tenants } = session
  const waits: Wait[] = []

  const [review] = data.reviews?.data ?? []
  if (data.reviews?.count && review) {
    waits.push({
      key: 'reviews',
      kind: 'review',
      tone: 'info',
      title: t('reviews', { count: data.reviews.count }),
      text: t('reviewsText', { time: times.recent(review.submitDateTime) }),
      ...(mayOpen(session, 'auditManagement') && {
        link: linkOptions({ to: '/all-management/audit-management' }),
        action: t('toReviews'),
      }),
    })
  }
  for (const { id, name, status, reject, modifyDateTime, expireAt } of auth.tenants) {
    const view = { link: account, action: t('view') }
    const belongs = tenants.some((each) => each.id === id)
    const left = expireAt && belongs ? Date.parse(expireAt) - Date.now() : null
    if (status === 'REJECT')
      waits.push({
        key: id,
        kind: 'application',
        tone: 'err',
        title: t('rejected', { name }),
        ...(reject && { text: reject }),
        ...view,
      })
    else if (status === 'PREPARE')
      waits.push({
        key: id,
        kind: 'application',
        tone: 'neutral',
        title: t('prepare', { name }),
        text: t('prepareText', { time: times.recent(modifyDateTime) }),
        ...view,
      })
    else if (status === 'EXPIRED')
      waits.push({
        key: id,
        kind: 'expiry',
        tone: 'err',
        title: t('tenantExpired', { name }),
        text: t('tenantExpiresText'),
      })
    else if (left !== null && left < ahead)
      waits.push({
        key: id,
        kind: 'expiry',
        tone: 'warn',
        title: t('tenantExpires', { name, date: times.date(expireAt!) }),
        text: t('tenantExpiresText'),
      })
  }
  const devices = devicesLink(session, tenantId)
  const [device] = data.expiring?.data ?? []
  if (data.expiring?.count && device?.expiredDate) {
    waits.push({
      key: 'devices',
      kind: 'expiry',
      tone: 'warn',
      title: t('devicesExpire', { count: data.expiring.count }),
      text: t('devicesExpireText', { date: times.date(device.expiredDate) }),
      ...(devices && {
        link: devices({ expiry: '30', sort: 'EXPIRED_DATE.asc' }),
        action: t('toDevices'),
      }),
    })
  }
  if (data.refused?.count)
    waits.push({
      key: 'refused',
      kind: 'credential',
      tone: 'err',
      title: t('refused', { count: data.refused.count }),
      text: t('refusedText'),
      ...(devices && { link: devices({ offline: 'REFUSED' }), action: t('view') }),
    })
  if (!auth.profile.emailVerified)
    waits.push({
      key: 'email',
      kind: 'email',
      tone: 'neutral',
      title: t('emailMissing'),
      text: t('emailText'),
      link: account,
      action: t('toEmail'),
    })
  return waits
}
