import { queryOptions } from '@tanstack/react-query'
import { applicationEventTypes, type EventType } from '../../../contract/events.ts'
import { graphql, request } from '../../lib/graphql.ts'

/** An application or a service account whose webhooks are shown. */
export interface Program {
  id: string
  name: string
  /** Event types to which the program's webhooks can subscribe. */
  offered: readonly EventType[]
  /** Whether the viewer can edit the webhooks of the program. */
  changeable: boolean
}

const applicationQuery = graphql(`
  query GetApplication($id: ID!) { getApplication(id: $id) { id name kind tenants { id } viewerCan { changeRecipients } } }
`)

const serviceAccountsQuery = graphql(`
  query ListServiceAccount($tenantId: ID!) {
    listServiceAccount(tenantId: $tenantId) { id name kind authCodes }
  }
`)

/**
 * Query options for a service account of an organization or, if `tenantId` is null, for an application of the
 * platform. The data is null if the service account or application does not exist.
 */
export const programOptions = (tenantId: string | null, id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'program', tenantId, id],
    queryFn: ({ signal }) =>
      tenantId ? findServiceAccount(tenantId, id, signal) : findApplication(id, signal),
  })

async function findApplication(id: string, signal: AbortSignal): Promise<Program | null> {
  const { getApplication: found } = await request(applicationQuery, { id }, signal)
  if (!found) return null
  const { name, kind, tenants, viewerCan } = found
  const limited = tenants.length > 0
  const offered = applicationEventTypes({ kind, serviceAccount: false, authCodes: [], limited })
  return { id, name, offered, changeable: viewerCan.changeRecipients }
}

async function findServiceAccount(
  tenantId: string,
  id: string,
  signal: AbortSignal,
): Promise<Program | null> {
  const { listServiceAccount: all } = await request(serviceAccountsQuery, { tenantId }, signal)
  const found = all.find((each) => each.id === id)
  if (!found) return null
  const { name, kind, authCodes } = found
  return {
    id,
    name,
    offered: applicationEventTypes({ kind, serviceAccount: true, authCodes, limited: false }),
    changeable: true,
  }
}
