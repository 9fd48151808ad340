import type { IdentitySourceKind } from '../../../contract/identity-sources.ts'
import type { Changes } from '../../core/audit.ts'
import { badInput } from '../../core/errors.ts'
import type { SourceInput } from './input.ts'
import type { SourceRow } from './store.ts'

export const defaultScopes = ['profile', 'email', 'phone']

/** A key that is a UUID could be mistaken for the id of another source. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns the issuer or origin in the form that is stored. Throws BAD_INPUT if it cannot be used. */
export function checkIssuer(kind: IdentitySourceKind, text: string | null | undefined): string | null {
  if (text == null) {
    if (kind === 'OIDC') throw badInput({ issuer: ['field.required'] })
    return null
  }
  const url = URL.parse(text.trim())
  // Whether an http: address is allowed depends on the operator's networks.
  const web = url && ['https:', 'http:'].includes(url.protocol)
  if (!web || url.username || url.password || url.search || url.hash)
    throw badInput({ issuer: ['source.issuerUrl'] })
  if (kind !== 'OIDC') return url.origin
  // People also copy the URL of the discovery document.
  return url.href.replace(/\/\.well-known\/openid-configuration$/, '').replace(/\/$/, '')
}

type Settings = Pick<
  SourceRow,
  | 'account_auth_codes'
  | 'account_roles'
  | 'account_tenant_id'
  | 'agent_id'
  | 'first_sign_in'
  | 'icon'
  | 'scopes'
  | 'tenant_ids'
  | 'trust_factor'
>

/** Returns the columns that the input sets. */
export function columnsOf(input: SourceInput | null | undefined): Partial<Settings> {
  const { icon, agentId, scopes, firstSignIn, tenantIds } = input ?? {}
  const { accountTenantId, accountRoles, accountAuthCodes, trustFactor } = input ?? {}
  return {
    ...(icon != null && { icon: icon || null }),
    ...(agentId != null && { agent_id: agentId }),
    ...(scopes && { scopes }),
    ...(firstSignIn && { first_sign_in: firstSignIn }),
    ...(tenantIds && { tenant_ids: tenantIds }),
    ...(accountTenantId != null && { account_tenant_id: accountTenantId || null }),
    ...(accountRoles && { account_roles: accountRoles }),
    ...(accountAuthCodes && { account_auth_codes: accountAuthCodes }),
    ...(trustFactor != null && { trust_factor: trustFactor }),
  }
}

/** Throws BAD_INPUT if the settings contradict each other. */
export function assertSettingsFit({
  kind,
  agent_id,
  account_tenant_id,
  account_roles,
  account_auth_codes,
  first_sign_in,
  tenant_ids,
}: Pick<SourceRow, 'kind'> & Settings): void {
  if (kind === 'WECOM' && !agent_id) throw badInput({ 'input.agentId': ['source.agentNeeded'] })
  if (!account_tenant_id && (account_roles.length || account_auth_codes.length))
    throw badInput({ 'input.accountTenantId': ['source.tenantNeeded'] })
  // Created accounts must be allowed to use the source.
  const admitted = !tenant_ids.length || tenant_ids.some((id) => id === account_tenant_id)
  if (first_sign_in === 'CREATE' && !admitted)
    throw badInput({ 'input.accountTenantId': ['source.tenantAmong'] })
}

/** Throws BAD_INPUT if the key of a new source is taken. */
export function assertKeyFree(key: string, others: readonly SourceRow[]): void {
  if (uuid.test(key)) throw badInput({ 'input.key': ['source.key'] })
  if (others.some((other) => other.key === key)) throw badInput({ 'input.key': ['source.keyTaken'] })
}

const recorded = {
  name: 'name',
  enabled: 'enabled',
  clientId: 'client_id',
  issuer: 'issuer',
  agentId: 'agent_id',
  scopes: 'scopes',
  firstSignIn: 'first_sign_in',
  tenantIds: 'tenant_ids',
  accountTenantId: 'account_tenant_id',
  roles: 'account_roles',
  authCodes: 'account_auth_codes',
  trustFactor: 'trust_factor',
} as const satisfies Record<string, keyof SourceRow>

/** Returns the audit changes of a source. The secret is only recorded as changed. */
export const changesOf = (before: SourceRow | null, after: SourceRow): Changes => ({
  ...Object.fromEntries(
    Object.entries(recorded).map(([field, column]) => [field, [before?.[column] ?? null, after[column]]]),
  ),
  icon: [before?.icon?.slice(0, 8) ?? null, after.icon?.slice(0, 8) ?? null],
  ...(before && !before.client_secret.equals(after.client_secret) && { clientSecret: [false, true] }),
})

/** Returns the audit target of a source. */
export const ofSource = ({ id }: Pick<SourceRow, 'id'>) => ({
  ...{ tenantId: null, targetType: 'identitySource' as const, targetId: id },
})
