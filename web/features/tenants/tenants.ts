import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { type Auth, type AuthTenant, refreshSession } from '../../lib/session/session.ts'
import { documentFields } from '../../shared/documents/fields.ts'

/** Returns the account's organization requests that are pending or rejected. */
export const openCertifications = ({ tenants }: Auth): readonly AuthTenant[] =>
  tenants.filter(({ status }) => status === 'PREPARE' || status === 'REJECT')

export const hasRoomToApply = (auth: Auth): boolean =>
  openCertifications(auth).length < limits.pendingCertifications

const certificationQuery = graphql(
  `
  query GetTenant($id: ID!) {
    getTenant(id: $id) {
      id name uploadAudit reject reference
      contact { name mobilePhone email }
      areas { id name children { id name children { id name } } }
      papers { ...Paper }
    }
  }
`,
  [documentFields],
)

export type Certification = NonNullable<ResultOf<typeof certificationQuery>['getTenant']>

/** Query options for an organization request to edit. The data is null if the request no longer exists. */
export const certificationOptions = (id: string) =>
  queryOptions({
    queryKey: ['certification', id],
    queryFn: async ({ signal }) => (await request(certificationQuery, { id }, signal)).getTenant,
    // The data is not cached, so that the form starts with current values.
    staleTime: 0,
    gcTime: 0,
  })

const invitationQuery = graphql(`
  query GetTenantByCode($id: ID!) {
    getTenantByCode(id: $id) { tenantId tenantName inviter roles authCodes maxUses usedCount expireAt }
  }
`)

export type Invitation = NonNullable<ResultOf<typeof invitationQuery>['getTenantByCode']>

/** Query options for an invitation by code. The data is null if the code is invalid. */
export const invitationOptions = (code: string) =>
  queryOptions({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) => (await request(invitationQuery, { id: code }, signal)).getTenantByCode,
    // The data is not refetched while in use, because the server limits the number of lookups.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

const authCodeQuery = graphql(`
  query ListAuthCode { listAuthCode(scope: TENANT) { code label } }
`)

/** Query options for the labels of data permissions, in the given language. */
export const authCodeOptions = (locale: Locale) =>
  queryOptions({
    queryKey: ['tenantAuthCode', locale],
    queryFn: async ({ signal }) => (await request(authCodeQuery, {}, signal)).listAuthCode,
    staleTime: Number.POSITIVE_INFINITY,
  })

const joinMutation = graphql(`
  mutation JoinTenantByCode($code: String!) {
    joinTenantByCode(code: $code) { id name }
  }
`)

/** Joins an organization with an invitation code and adds the organization to the session. */
export async function join(code: string): Promise<{ id: string; name: string }> {
  const { joinTenantByCode } = await request(joinMutation, { code })
  // `refreshSession` does not throw, so a failed refresh does not look like a failed join.
  await refreshSession()
  return joinTenantByCode
}

export const prepareTenant = graphql(`
  mutation PrepareTenant(
    $name: String!, $areaIds: [ID!]!, $contact: ContactInput!, $reference: String, $paperIds: [ID!]
  ) {
    prepareTenant(
      name: $name, areaIds: $areaIds, contact: $contact, reference: $reference, paperIds: $paperIds
    ) { id }
  }
`)

export const updateTenant = graphql(`
  mutation UpdateTenant(
    $id: ID!, $name: String!, $areaIds: [ID!]!, $contact: ContactInput!, $uploadAudit: Boolean!, $reference: String
  ) {
    updateTenant(
      id: $id, name: $name, areaIds: $areaIds, contact: $contact, uploadAudit: $uploadAudit, reference: $reference
    ) { id }
  }
`)

export const rePrepareTenant = graphql(`
  mutation RePrepareTenant($id: ID!, $paperIds: [ID!]) {
    rePrepareTenant(id: $id, paperIds: $paperIds) { id }
  }
`)

export const updateTenantPapers = graphql(`
  mutation UpdateTenantPapers($id: ID!, $paperIds: [ID!]!) {
    updateTenantPapers(id: $id, paperIds: $paperIds) { id }
  }
`)

export const deleteTenant = graphql(`
  mutation DeleteTenant($id: ID!) {
    deleteTenant(id: $id)
  }
`)

export const acceptFactor = graphql(`
  mutation AcceptFactorByTenant($id: ID!) {
    acceptFactorByTenant(id: $id) { id }
  }
`)

export const leaveTenant = graphql(`
  mutation LeaveTenant($tenantId: ID!) {
    leaveTenant(tenantId: $tenantId)
  }
`)
