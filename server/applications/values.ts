import { isDeepStrictEqual } from 'node:util'
import { signingAlgorithms } from '../../contract/states.ts'
import { badInput } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import type { Tx } from '../db/open.ts'
import { findTenants } from '../tenants/store.ts'
import { claimIcon } from './icons/store.ts'
import type { ApplicationValues } from './input.ts'
import type { ApplicationRow } from './store.ts'

/** Input of updateApplication. Omitted fields stay unchanged. */
export interface ApplicationChange {
  name?: string | null | undefined
  enabled?: boolean | null | undefined
  firstParty?: boolean | null | undefined
  redirectUris?: string[] | null | undefined
  postLogoutRedirectUris?: string[] | null | undefined
  input?: ApplicationValues | null | undefined
}

type Columns = Pick<
  ApplicationRow,
  | 'backchannel_logout_uri'
  | 'enabled'
  | 'first_party'
  | 'groups_template'
  | 'icon'
  | 'jwks'
  | 'name'
  | 'origins'
  | 'policy_uri'
  | 'post_logout_redirect_uris'
  | 'redirect_uris'
  | 'require_pkce'
  | 'resources'
  | 'scopes'
  | 'signing_alg'
  | 'tenant_ids'
  | 'tos_uri'
>

/** Returns the columns that the input changes, with their new values. */
export function columnsOf({ input, ...given }: ApplicationChange): Partial<Columns> {
  const { backchannelLogoutUri, icon, jwks, origins, policyUri, resources, scopes, tenantIds, tosUri } =
    input ?? {}
  const { groupsTemplate, requirePkce, signingAlg } = input ?? {}
  return {
    ...(given.name != null && { name: given.name }),
    ...(given.enabled != null && { enabled: given.enabled }),
    ...(given.firstParty != null && { first_party: given.firstParty }),
    ...(given.redirectUris && { redirect_uris: given.redirectUris }),
    ...(given.postLogoutRedirectUris && { post_logout_redirect_uris: given.postLogoutRedirectUris }),
    ...(backchannelLogoutUri !== undefined && { backchannel_logout_uri: backchannelLogoutUri }),
    ...(groupsTemplate !== undefined && { groups_template: groupsTemplate }),
    ...(icon !== undefined && { icon }),
    ...(policyUri !== undefined && { policy_uri: policyUri }),
    ...(tosUri !== undefined && { tos_uri: tosUri }),
    ...(jwks !== undefined && { jwks }),
    ...(origins !== undefined && { origins: origins ?? [] }),
    ...(requirePkce !== undefined && { require_pkce: requirePkce ?? false }),
    ...(resources !== undefined && { resources: resources ?? [] }),
    ...(scopes !== undefined && { scopes: scopes ?? [] }),
    ...(signingAlg !== undefined && { signing_alg: signingAlg ?? signingAlgorithms[0] }),
    ...(tenantIds !== undefined && { tenant_ids: tenantIds?.map((each) => each.toLowerCase()) ?? [] }),
  }
}

/** Columns that affect only how users see an application. */
const looks: readonly string[] = ['name', 'icon', 'policy_uri', 'tos_uri'] satisfies (keyof Columns)[]

/**
 * Whether the input changes a column that can affect who receives codes and tokens. These are all columns
 * except the ones in `looks`.
 */
export const changesRecipients = (row: ApplicationRow, change: ApplicationChange): boolean =>
  Object.entries(columnsOf(change)).some(
    ([column, value]) =>
      !looks.includes(column) && !isDeepStrictEqual(value, row[column as keyof ApplicationRow]),
  )

/** Throws BAD_INPUT if the input refers to an organization or an icon that does not exist. */
export async function checkReferences(
  tx: Tx,
  { tenant_ids = [], icon }: Partial<Pick<ApplicationRow, 'tenant_ids' | 'icon'>>,
): Promise<void> {
  const found = tenant_ids.every(isId) && tenant_ids.length ? await findTenants(tx, tenant_ids) : new Map()
  if (tenant_ids.some((each) => found.get(each)?.personal ?? true))
    throw badInput({ 'input.tenantIds': ['device.unknownTenant'] })
  if (icon && !(await claimIcon(tx, icon))) throw badInput({ 'input.icon': ['application.iconGone'] })
}
