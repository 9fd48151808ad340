import { queryOptions } from '@tanstack/react-query'
import { first, last, required } from '../../../../contract/required.ts'
import { graphql, type ResultOf, request } from '../../../lib/graphql.ts'
import { dayOf, startOfDay } from '../../../lib/time/days.ts'
import { type EventRow, eventRow } from '../../../shared/audit/events.ts'
import { eachMinute } from '../workplace.ts'
import { groupsOf } from './groups.ts'

const historyQuery = graphql(`
  query QueryPlatformHistory {
    queryPlatformHistory { dateTime organizations accounts devices online expiring }
  }
`)

export type PastHour = ResultOf<typeof historyQuery>['queryPlatformHistory'][number]

/**
 * Query options for the platform's object counts at the current hour on each of the last seven days, oldest
 * first.
 */
export const historyOptions = queryOptions({
  queryKey: ['workplace', 'history'],
  queryFn: async ({ signal }) => (await request(historyQuery, {}, signal)).queryPlatformHistory,
  ...eachMinute,
})

const figuresQuery = graphql(`
  query GetDeviceFigures($tenantId: ID, $instants: [DateTime!]) {
    getDeviceFigures(tenantId: $tenantId, instants: $instants) {
      devices online neverConnected lost refused statuses { status devices } expiries
    }
  }
`)

export type Figures = ResultOf<typeof figuresQuery>['getDeviceFigures']

const weeks = [0, 1, 2, 3, 4, 5, 6, 7] as const

/**
 * Returns the Monday and Sunday of eight weeks in the viewer's time zone, starting with the week of `now`.
 */
export function weeksFrom(now: Date): { from: string; to: string }[] {
  const monday = now.getDate() - ((now.getDay() + 6) % 7)
  const at = (days: number) => dayOf(new Date(now.getFullYear(), now.getMonth(), monday + days))
  return weeks.map((week) => ({ from: at(week * 7), to: at(week * 7 + 6) }))
}

/**
 * Query options for the number of devices by status and by week of expiry. If `tenantId` is null, devices of
 * all organizations are counted.
 */
export function figuresOptions(tenantId: string | null) {
  const shown = weeksFrom(new Date())
  const end = required(startOfDay(last(shown, 'shown').to), 'result of startOfDay')
  end.setDate(end.getDate() + 1)
  const instants = [...shown.map(({ from }) => required(startOfDay(from), 'result of startOfDay')), end].map(
    (at) => at.toISOString(),
  )
  return queryOptions({
    queryKey: ['workplace', 'figures', tenantId, first(shown, 'shown').from],
    queryFn: async ({ signal }) => {
      const { getDeviceFigures: figures } = await request(figuresQuery, { tenantId, instants }, signal)
      return {
        ...figures,
        weeks: shown.map((week, index) => ({
          ...week,
          count: required(figures.expiries[index], 'item of expiries'),
        })),
      }
    },
    ...eachMinute,
  })
}

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

const activityQuery = graphql(
  `
  query QueryAuditEvent($tenantId: ID, $after: String) {
    queryAuditEvent(tenantId: $tenantId, pageSize: 100, after: $after, success: true) { next data { ...EventRow } }
  }
`,
  [eventRow],
)

type Activity = ResultOf<typeof activityQuery>

/**
 * Maximum number of sentences. At most `mostPages` pages of 100 audit log entries are loaded to find this
 * many sentences.
 */
export const mostTold = 9
const mostPages = 5

/**
 * Query options for recent audit log entries. Loads pages until there are enough sentences, because most
 * entries are grouped or excluded.
 */
export const activityOptions = (tenantId: string | null) =>
  queryOptions({
    queryKey: ['workplace', 'activity', tenantId],
    queryFn: async ({ signal }) => {
      const activities: EventRow[] = []
      let after: string | null = null
      for (let page = 0; page < mostPages; page += 1) {
        const { queryAuditEvent: found }: Activity = await request(activityQuery, { tenantId, after }, signal)
        activities.push(...found.data)
        after = found.next
        if (after === null || groupsOf(activities).length > mostTold) break
      }
      return activities
    },
    ...eachMinute,
  })
