import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { type Auth, type AuthTenant, refreshSession } from '../../lib/session/session.ts'
import { paperFields } from '../../shared/documents/fields.ts'

/** What the account has applied for and nobody has confirmed yet. */
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
  [paperFields],
)

export type Certification = NonNullable<ResultOf<typeof certificationQuery>['getTenant']>

/** What was applied for, to be mended; null once it is gone. */
export const certificationOptions = (id: string) =>
  queryOptions({
    queryKey: ['certification', id],
    queryFn: async ({ signal }) => (await request(certificationQuery, { id }, signal)).getTenant,
    // A form begins with what is there now.
    staleTime: 0,
    gcTime: 0,
  })

const invitationQuery = graphql(`
  query GetTenantByCode($id: ID!) {
    getTenantByCode(id: $id) { tenantId tenantName inviter roles authCodes maxUses usedCount expireAt }
  }
`)

export type Invitation = NonNullable<ResultOf<typeof invitationQuery>['getTenantByCode']>

/** Which organization a code invites to; null where it is not valid. Nothing of it is kept once it is not shown. */
export const invitationOptions = (code: string) =>
  queryOptions({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) => (await request(invitationQuery, { id: code }, signal)).getTenantByCode,
    // Look-ups are counted.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

const authCodeQuery = graphql(`
  query ListAuthCode { listAuthCode(scope: TENANT) { code label } }
`)

/** What each code of an organization is called in the language shown. */
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

/** Becomes a member. The session then has the organization among its own. */
export async function join(code: string): Promise<{ id: string; name: string }> {
  const { joinTenantByCode } = await request(joinMutation, { code })
  // It is done, whether or not what it brings can be fetched at once.
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
