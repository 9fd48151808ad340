import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { auditKey } from '../../audit/events.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'

const webhookRow = graphql(`
  fragment WebhookRow on Webhook { id url events enabled waiting lastError offDateTime createDateTime }
`)

const webhooksQuery = graphql(
  `query ListWebhook($tenantId: ID) { listWebhook(tenantId: $tenantId) { ...WebhookRow } }`,
  [webhookRow],
)

export type Webhook = ResultOf<typeof webhooksQuery>['listWebhook'][number]

const key = ['webhooks']

/** Of an organization, or of the platform (null). */
export const webhooksOptions = (tenantId: string | null) =>
  queryOptions({
    queryKey: [...key, 'list', tenantId],
    queryFn: async ({ signal }) => (await request(webhooksQuery, { tenantId }, signal)).listWebhook,
    staleTime: 0,
    // What waits changes without anybody's doing.
    refetchInterval: 5_000,
  })

const deliveriesQuery = graphql(`
  query QueryWebhookDelivery($webhookId: ID!, $waiting: Boolean!, $after: String, $pageSize: Int!) {
    queryWebhookDelivery(webhookId: $webhookId, waiting: $waiting, after: $after, pageSize: $pageSize) {
      next
      data {
        id eventId type dateTime payload delivered nextDateTime behind answer
        tries { dateTime status reason duration }
      }
    }
  }
`)

export type DeliveryPage = ResultOf<typeof deliveriesQuery>['queryWebhookDelivery']
export type Delivery = DeliveryPage['data'][number]

/** Newest first; only the first page follows what is sent, so that nothing moves while one reads further down. */
export const deliveriesOptions = (webhookId: string, waiting: boolean, after: string | null) =>
  queryOptions({
    queryKey: [...key, 'deliveries', webhookId, waiting, after],
    queryFn: async ({ signal }) =>
      (await request(deliveriesQuery, { webhookId, waiting, after, pageSize: 20 }, signal))
        .queryWebhookDelivery,
    staleTime: 0,
    refetchInterval: after ? false : 5_000,
    placeholderData: keepPreviousData,
  })

export const createWebhook = graphql(`
  mutation CreateWebhook($tenantId: ID, $url: String!, $events: [String!]!) {
    createWebhook(tenantId: $tenantId, url: $url, events: $events) { secret webhook { id } }
  }
`)

export const updateWebhook = graphql(`
  mutation UpdateWebhook($id: ID!, $url: String, $events: [String!], $enabled: Boolean) {
    updateWebhook(id: $id, url: $url, events: $events, enabled: $enabled) { id }
  }
`)

export const rotateSecret = graphql(`
  mutation RotateWebhookSecret($id: ID!) { rotateWebhookSecret(id: $id) { secret } }
`)

export const deleteWebhook = graphql(`mutation DeleteWebhook($id: ID!) { deleteWebhook(id: $id) }`)

export const testWebhook = graphql(`mutation TestWebhook($id: ID!) { testWebhook(id: $id) }`)

export const resendDelivery = graphql(`
  mutation ResendWebhookDelivery($webhookId: ID!, $id: ID!) {
    resendWebhookDelivery(webhookId: $webhookId, id: $id) { id }
  }
`)

export function useWebhooksChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: key }),
      client.invalidateQueries({ queryKey: auditKey }),
    ])
}
