import { queryOptions } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { endOfDay, startOfDay } from '../../lib/time/days.ts'
import { listSource } from '../../shared/list/listSource.ts'
import { smsRules } from './search.ts'

const smsQuery = graphql(`
  query QuerySms(
    $first: Int!, $pageSize: Int!, $after: String, $mobilePhone: String, $template: String, $provider: String,
    $status: SmsStatus, $receipt: SmsReceipt, $minDateTime: DateTime, $maxDateTime: DateTime
  ) {
    querySms(
      first: $first, pageSize: $pageSize, after: $after, mobilePhone: $mobilePhone, template: $template,
      provider: $provider, status: $status, receipt: $receipt, minDateTime: $minDateTime, maxDateTime: $maxDateTime
    ) {
      count countExact next
      data { id dateTime mobilePhone template provider status receipt reason }
    }
  }
`)

export type SmsRow = ResultOf<typeof smsQuery>['querySms']['data'][number]

export const sms = listSource({
  rules: smsRules,
  queryKey: ['sms', 'list'],
  document: smsQuery,
  field: 'querySms',
  variables: ({ filters: { phone, template, provider, status, receipt, from, to } }) => ({
    mobilePhone: phone || null,
    template: template || null,
    provider: provider || null,
    status: status || null,
    receipt: receipt || null,
    minDateTime: startOfDay(from)?.toISOString() ?? null,
    maxDateTime: endOfDay(to)?.toISOString() ?? null,
  }),
})

const figuresQuery = graphql(`
  query GetSmsFigures($instants: [DateTime!]!) {
    getSmsFigures(instants: $instants) {
      budgets { window used max }
      periods { fromDateTime sent failed limited received undelivered }
      providers { name sent failed received undelivered }
    }
  }
`)

export type SmsFigures = ResultOf<typeof figuresQuery>['getSmsFigures']
export type SmsDay = SmsFigures['periods'][number]

const shownDays = 30

/**
 * Returns the 31 boundaries of the last 30 days in the viewer's time zone. The last of these days is today.
 */
const borders = (now: Date): string[] =>
  Array.from({ length: shownDays + 1 }, (_, index) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - shownDays + index).toISOString(),
  )

export function figuresOptions() {
  const instants = borders(new Date())
  return queryOptions({
    queryKey: ['sms', 'figures', instants],
    queryFn: async ({ signal }) => (await request(figuresQuery, { instants }, signal)).getSmsFigures,
    refetchOnWindowFocus: 'always',
  })
}
