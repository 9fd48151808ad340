import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { auditKey } from '../../shared/audit/events.ts'

const webhookRow = graphql(`
  fragment WebhookRow on Webhook {
    id url events enabled waiting failing lastError offDateTime createDateTime
    viewerCan { change }
  }
`)

const webhooksQuery = graphql(
  `query ListWebhook($tenantId: ID, $applicationId: ID) {
    listWebhook(tenantId: $tenantId, applicationId: $applicationId) { ...WebhookRow }
  }`,
  [webhookRow],
)

export type Webhook = ResultOf<typeof webhooksQuery>['listWebhook'][number]

const key = ['webhooks']
/**
 * Deliveries and the queue change without any action in the console, so they are refetched every five
 * seconds.
 */
const often = { staleTime: 0, refetchInterval: 5_000 }

/**
 * The owner of webhooks: an organization, the platform (`tenantId` is null), or an application or service
 * account.
 */
export type WebhookOwner = { tenantId: string | null } | { applicationId: string }

export const webhooksOptions = (owner: WebhookOwner) =>
  queryOptions({
    queryKey: [...key, 'list', owner],
    queryFn: async ({ signal }) => (await request(webhooksQuery, owner, signal)).listWebhook,
    ...often,
  })

const figuresQuery = graphql(`
  query GetWebhook($id: ID!) {
    getWebhook(id: $id) {
      figures { begun first retried median slow halfHours { dateTime delivered failed } }
    }
  }
`)

export type Figures = NonNullable<ResultOf<typeof figuresQuery>['getWebhook']>['figures']

/** Query options for the delivery statistics of a webhook in the last 24 hours. */
export const figuresOptions = (id: string) =>
  queryOptions({
    queryKey: [...key, 'figures', id],
    queryFn: async ({ signal }) => (await request(figuresQuery, { id }, signal)).getWebhook?.figures ?? null,
    ...often,
  })

const deliveriesQuery = graphql(`
  query QueryWebhookDelivery($webhookId: ID!, $only: WebhookDeliveryState, $after: String, $pageSize: Int!) {
    queryWebhookDelivery(webhookId: $webhookId, only: $only, after: $after, pageSize: $pageSize) {
      next
      data {
        id type dateTime objectName payload delivered nextDateTime
        tries { status duration }
      }
    }
  }
`)

export type Delivery = ResultOf<typeof deliveriesQuery>['queryWebhookDelivery']['data'][number]
export type Only = 'FAILING' | 'WAITING'

/**
 * Query options for deliveries, newest first. Only the first page is refetched automatically, so that later
 * pages do not change while the user reads them.
 */
export const deliveriesOptions = (webhookId: string, only: Only | null, after: string | null) =>
  queryOptions({
    queryKey: [...key, 'deliveries', webhookId, only, after],
    queryFn: async ({ signal }) =>
      (await request(deliveriesQuery, { webhookId, only, after, pageSize: 20 }, signal)).queryWebhookDelivery,
    ...often,
    ...(after && { refetchInterval: false as const }),
    placeholderData: keepPreviousData,
  })

const deliveryQuery = graphql(`
  query GetWebhookDelivery($webhookId: ID!, $id: ID!) {
    getWebhookDelivery(webhookId: $webhookId, id: $id) {
      id eventId type objectName payload delivered nextDateTime behind answer
      tries { dateTime status reason duration }
      request { headers body }
    }
  }
`)

export type DeliveryInFull = NonNullable<ResultOf<typeof deliveryQuery>['getWebhookDelivery']>

/** Query options for a delivery. The data is null if the delivery does not exist or has been deleted. */
export const deliveryOptions = (webhookId: string, id: string) =>
  queryOptions({
    queryKey: [...key, 'delivery', webhookId, id],
    queryFn: async ({ signal }) =>
      (await request(deliveryQuery, { webhookId, id }, signal)).getWebhookDelivery,
    ...often,
  })

export const createWebhook = graphql(`
  mutation CreateWebhook($tenantId: ID, $applicationId: ID, $url: String!, $events: [String!]!) {
    createWebhook(tenantId: $tenantId, applicationId: $applicationId, url: $url, events: $events) {
      secret webhook { id }
    }
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
