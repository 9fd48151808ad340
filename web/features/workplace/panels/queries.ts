import { queryOptions } from '@tanstack/react-query'
import { type EventRow, eventRow } from '../../../audit/events.ts'
import { graphql, type ResultOf, request } from '../../../lib/graphql.ts'
import { dayOf, endOfDay, startOfDay } from '../../../lib/time/days.ts'
import { eachMinute } from '../workplace.ts'
import { groupsOf } from './groups.ts'

const historyQuery = graphql(`
  query QueryPlatformHistory {
    queryPlatformHistory { dateTime organizations accounts devices online expiring }
  }
`)

export type PastHour = ResultOf<typeof historyQuery>['queryPlatformHistory'][number]

/** The platform at this hour of the last seven days. */
export const historyOptions = queryOptions({
  queryKey: ['workplace', 'history'],
  queryFn: async ({ signal }) => (await request(historyQuery, {}, signal)).queryPlatformHistory,
  ...eachMinute,
})

const statesQuery = graphql(`
  query DeviceStates($tenantId: ID) {
    all: queryDevice(pageSize: 1, tenantId: $tenantId) { count countExact }
    PRODUCED: queryDevice(pageSize: 1, tenantId: $tenantId, statusSet: [PRODUCED]) { count countExact }
    ACTIVE: queryDevice(pageSize: 1, tenantId: $tenantId, statusSet: [ACTIVE]) { count countExact }
    SUSPENDED: queryDevice(pageSize: 1, tenantId: $tenantId, statusSet: [SUSPENDED]) { count countExact }
    EXPIRED: queryDevice(pageSize: 1, tenantId: $tenantId, statusSet: [EXPIRED]) { count countExact }
    RETIRED: queryDevice(pageSize: 1, tenantId: $tenantId, statusSet: [RETIRED]) { count countExact }
    OFFLINE: queryDevice(pageSize: 1, tenantId: $tenantId, connectStatus: OFFLINE) { count countExact }
    NEVER_CONNECTED: queryDevice(pageSize: 1, tenantId: $tenantId, offlineCause: NEVER_CONNECTED) { count countExact }
    LOST: queryDevice(pageSize: 1, tenantId: $tenantId, offlineCause: LOST) { count countExact }
    REFUSED: queryDevice(pageSize: 1, tenantId: $tenantId, offlineCause: REFUSED) { count countExact }
  }
`)

export type States = ResultOf<typeof statesQuery>

/** `tenantId` null: the devices of all organizations. Here and below. */
export const statesOptions = (tenantId: string | null) =>
  queryOptions({
    queryKey: ['workplace', 'states', tenantId],
    queryFn: ({ signal }) => request(statesQuery, { tenantId }, signal),
    ...eachMinute,
  })

const spreadQuery = graphql(`
  query GetDeviceSpread {
    getDeviceSpread { areas { areaId devices online } tenants { id name devices online } }
  }
`)

export type Spread = ResultOf<typeof spreadQuery>['getDeviceSpread']

export const spreadOptions = queryOptions({
  queryKey: ['workplace', 'spread'],
  queryFn: async ({ signal }) => (await request(spreadQuery, {}, signal)).getDeviceSpread,
  ...eachMinute,
})

const weeksQuery = graphql(`
  query DeviceExpiries(
    $tenantId: ID, $from0: DateTime!, $to0: DateTime!, $from1: DateTime!, $to1: DateTime!, $from2: DateTime!,
    $to2: DateTime!, $from3: DateTime!, $to3: DateTime!, $from4: DateTime!, $to4: DateTime!, $from5: DateTime!,
    $to5: DateTime!, $from6: DateTime!, $to6: DateTime!, $from7: DateTime!, $to7: DateTime!
  ) {
    week0: queryDevice(
      pageSize: 1, tenantId: $tenantId, statusSet: [PRODUCED, ACTIVE, SUSPENDED], sort: EXPIRED_DATE,
      minExpiredDate: $from0, maxExpiredDate: $to0
    ) { count countExact }
    week1: queryDevice(
      pageSize: 1, tenantId: $tenantId, statusSet: [PRODUCED, ACTIVE, SUSPENDED], sort: EXPIRED_DATE,
      minExpiredDate: $from1, maxExpiredDate: $to1
    ) { count countExact }
    week2: queryDevice(
      pageSize: 1, tenantId: $tenantId, statusSet: [PRODUCED, ACTIVE, SUSPENDED], sort: EXPIRED_DATE,
      minExpiredDate: $from2, maxExpiredDate: $to2
    ) { count countExact }
    week3: queryDevice(
      pageSize: 1, tenantId: $tenantId, statusSet: [PRODUCED, ACTIVE, SUSPENDED], sort: EXPIRED_DATE,
      minExpiredDate: $from3, maxExpiredDate: $to3
    ) { count countExact }
    week4: queryDevice(
      pageSize: 1, tenantId: $tenantId, statusSet: [PRODUCED, ACTIVE, SUSPENDED], sort: EXPIRED_DATE,
      minExpiredDate: $from4, maxExpiredDate: $to4
    ) { count countExact }
    week5: queryDevice(
      pageSize: 1, tenantId: $tenantId, statusSet: [PRODUCED, ACTIVE, SUSPENDED], sort: EXPIRED_DATE,
      minExpiredDate: $from5, maxExpiredDate: $to5
    ) { count countExact }
    week6: queryDevice(
      pageSize: 1, tenantId: $tenantId, statusSet: [PRODUCED, ACTIVE, SUSPENDED], sort: EXPIRED_DATE,
      minExpiredDate: $from6, maxExpiredDate: $to6
    ) { count countExact }
    week7: queryDevice(
      pageSize: 1, tenantId: $tenantId, statusSet: [PRODUCED, ACTIVE, SUSPENDED], sort: EXPIRED_DATE,
      minExpiredDate: $from7, maxExpiredDate: $to7
    ) { count countExact }
  }
`)

const week = [0, 1, 2, 3, 4, 5, 6, 7] as const
type Week = (typeof week)[number]

/** The Monday and Sunday of eight weeks of the viewer's calendar, the one of `now` first. */
export function weeksFrom(now: Date): { from: string; to: string }[] {
  const monday = now.getDate() - ((now.getDay() + 6) % 7)
  const at = (days: number) => dayOf(new Date(now.getFullYear(), now.getMonth(), monday + days))
  return week.map((index) => ({ from: at(index * 7), to: at(index * 7 + 6) }))
}

/** How many devices expire in each of eight weeks, as the list counts them between those days. */
export function expiriesOptions(tenantId: string | null) {
  const weeks = weeksFrom(new Date())
  const variables = Object.fromEntries(
    weeks.flatMap(({ from, to }, index) => [
      [`from${index}`, startOfDay(from)!.toISOString()],
      [`to${index}`, endOfDay(to)!.toISOString()],
    ]),
  ) as Record<`${'from' | 'to'}${Week}`, string>
  return queryOptions({
    queryKey: ['workplace', 'expiries', tenantId, weeks[0]!.from],
    queryFn: async ({ signal }) => {
      const found = await request(weeksQuery, { tenantId, ...variables }, signal)
      return weeks.map((days, index) => ({ ...days, ...found[`week${index as Week}`] }))
    },
    ...eachMinute,
  })
}

const activityQuery = graphql(
  `
  query QueryAuditEvent($tenantId: ID, $after: String) {
    queryAuditEvent(tenantId: $tenantId, pageSize: 100, after: $after, success: true) { next data { ...EventRow } }
  }
`,
  [eventRow],
)

type Activity = ResultOf<typeof activityQuery>

/** Sentences that are shown, made of so many hundreds of events at most. */
export const mostTold = 9
const mostPages = 5

/** The latest events, as many as it takes to tell that much: most are like others, or no news. */
export const activityOptions = (tenantId: string | null) =>
  queryOptions({
    queryKey: ['workplace', 'activity', tenantId],
    queryFn: async ({ signal }) => {
      const deeds: EventRow[] = []
      let after: string | null = null
      for (let page = 0; page < mostPages; page += 1) {
        const { queryAuditEvent: found }: Activity = await request(activityQuery, { tenantId, after }, signal)
        deeds.push(...found.data)
        after = found.next
        if (after === null || groupsOf(deeds).length > mostTold) break
      }
      return deeds
    },
    ...eachMinute,
  })
