import { linkOptions } from '@tanstack/react-router'
import { landingPath } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import type { FragmentOf } from '../../lib/graphql.ts'
import { type AuthTenant, memberIn, type Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import type { Tone } from '../../ui/feedback/status.ts'
import type { deviceTodos } from './deviceTodos.ts'
import { words } from './words.ts'

/** A task that needs the viewer's attention, with at most one action. */
export interface Todo {
  key: string
  kind: 'review' | 'application' | 'expiry' | 'offline' | 'credential'
  tone: Tone
  title: string
  text?: string
  /** Shorter text for the brief variant, which has only one line. */
  brief?: string
  /**
   * Link to the page on which the viewer can complete the to-do, in the organization `tenantId`. Missing if
   * another user must act.
   */
  action?: { label: string; link: { to: string; search?: object }; tenantId?: string }
}

/** How long before its expiry date an organization becomes a to-do, in ms. */
export const ahead = 30 * 86_400_000

interface CountedRows<Row> {
  count: number
  data: readonly Row[]
}

/** Device counts of one organization, or of all organizations if `tenant` is null. */
export interface DeviceTodos {
  /** `name` is set if the texts must include the organization's name. */
  tenant: { id: string; name?: string } | null
  /** The device counts; null if they could not be loaded. */
  figures: FragmentOf<typeof deviceTodos> | null | undefined
  /**
   * Returns the link to the device list, filtered to the counted devices. Missing if the viewer cannot open
   * the list.
   */
  list?: ((search: object) => { to: string; search: object }) | undefined
}

export interface TodoSources {
  /** Organization requests that wait for review. The oldest request is the first item of `data`. */
  reviews: CountedRows<{ name: string; submitDateTime: string }> | null | undefined
  devices: readonly DeviceTodos[]
  /**
   * Whether to show a to-do for joining an organization. True if the viewer belongs to no organization, and
   * the page does not already explain how to join one.
   */
  newcomer?: boolean
}

/** Returns the link to the current organization's device list with these search parameters. */
export const tenantDevices = (search: object) => ({ to: '/organizational-management/devices', search })

const account = linkOptions({ to: landingPath })

/** Returns the organizations that the viewer owns or manages. */
export const runTenants = ({ auth }: Session): AuthTenant[] =>
  auth.tenants.filter(({ id }) => {
    const member = memberIn(auth, id)
    return member?.owner || member?.manager
  })

/** Returns all to-dos, sorted by tone: errors first, then information, then warnings. */
export function useTodos(session: Session, { reviews, devices, newcomer }: TodoSources): Todo[] {
  const t = useTexts(words)
  const times = useTimes()
  const todos: Todo[] = []

  const [oldest] = reviews?.data ?? []
  if (reviews?.count && oldest)
    todos.push({
      key: 'reviews',
      kind: 'review',
      tone: 'info',
      title: t('reviews', { count: reviews.count }),
      text: t('reviewsText', { name: oldest.name, time: times.recent(oldest.submitDateTime) }),
      brief: t('reviewsBrief', { date: times.dayOf(oldest.submitDateTime) }),
      action: { label: t('review'), link: linkOptions({ to: '/all-management/audit-management' }) },
    })
  if (newcomer)
    todos.push({
      key: 'newcomer',
      kind: 'application',
      tone: 'info',
      title: t('newcomer'),
      text: t('newcomerText'),
      action: { label: t('join'), link: account },
    })
  for (const { id, name, status, reject, viewerCan } of session.auth.tenants)
    if (status === 'REJECT')
      todos.push({
        key: `application ${id}`,
        kind: 'application',
        tone: 'err',
        title: t('rejected', { name }),
        ...(reject && { text: reject }),
        action: viewerCan.rePrepare
          ? { label: t('mend'), link: linkOptions({ to: landingPath, search: { application: id } }) }
          : { label: t('view'), link: account },
      })
  for (const { id, name, status, expireAt } of runTenants(session)) {
    const over = status === 'EXPIRED'
    if (!over && (status !== 'FINISH' || !expireAt || Date.parse(expireAt) - Date.now() >= ahead)) continue
    todos.push({
      key: id,
      kind: 'expiry',
      tone: over ? 'err' : 'warn',
      title: over
        ? t('expired', { name })
        : t('expires', { name, date: times.date(required(expireAt, 'expireAt')) }),
      text: t('askForTime'),
    })
  }
  for (const { tenant, figures, list } of devices) {
    if (!figures) continue
    const { expiring, nextExpiring: first, lostDay: lost, latestLost: latest, refused } = figures
    const of = (text: string) => (tenant?.name ? t('of', { tenant: tenant.name, text }) : text)
    const action = (label: string, search: object) =>
      list && { action: { label, link: list(search), ...(tenant && { tenantId: tenant.id }) } }
    const key = (what: string) => `${what} ${tenant?.id ?? ''}`
    if (refused)
      todos.push({
        key: key('refused'),
        kind: 'credential',
        tone: 'err',
        title: t('refused', { count: refused }),
        text: of(t('refusedText')),
        brief: t('refusedText'),
        ...action(t('view'), { offline: 'REFUSED' }),
      })
    if (lost && latest?.lastSeenDateTime)
      todos.push({
        key: key('lost'),
        kind: 'offline',
        tone: 'warn',
        title: t('lost', { count: lost }),
        text: of(t('lostFirst', { name: latest.name, time: times.recent(latest.lastSeenDateTime) })),
        brief: t('lostBrief', { time: times.recent(latest.lastSeenDateTime) }),
        ...action(t('view'), { offline: 'LOST_DAY' }),
      })
    if (expiring && first?.expiredDate)
      todos.push({
        key: key('expiring'),
        kind: 'expiry',
        tone: 'warn',
        title: t('devices', { count: expiring }),
        text: of(t('devicesFirst', { name: first.name, date: times.date(first.expiredDate) })),
        brief: t('devicesBrief', { date: times.date(first.expiredDate) }),
        ...action(t('renew'), { expiry: '30', sort: 'EXPIRED_DATE.asc' }),
      })
  }
  const tones: Tone[] = ['err', 'info', 'warn', 'neutral']
  return todos.toSorted((one, other) => tones.indexOf(one.tone) - tones.indexOf(other.tone))
}
