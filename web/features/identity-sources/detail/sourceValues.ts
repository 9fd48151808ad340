import type { VariablesOf } from 'gql.tada'
import type { FirstSignIn, IdentitySourceKind } from '../../../../contract/identity-sources.ts'
import { limits } from '../../../../contract/limits.ts'
import type { PalgoRole } from '../../../../contract/states.ts'
import type { useFields } from '../../../ui/fields/form.ts'
import type { createIdentitySource, Source, updateIdentitySource } from '../sources.ts'

/** Values of the form of an identity source. */
export type SourceValues = {
  name: string
  key: string
  /** Path of the icon. null: the icon of the kind; undefined: an upload is running. */
  icon: string | null | undefined
  issuer: string
  clientId: string
  /** Empty if the stored secret is retained. */
  clientSecret: string
  agentId: string
  scopes: string
  firstSignIn: FirstSignIn
  everyone: boolean
  tenantIds: string[]
  accountTenantId: string
  accountRoles: readonly PalgoRole[]
  accountAuthCodes: readonly string[]
  trustFactor: boolean
}

export type Fields = ReturnType<typeof useFields<SourceValues>>

/**
 * Returns the initial values of a new source. Its key is the kind, followed by a number if the kind is taken.
 */
export function newValues(kind: IdentitySourceKind, taken: readonly string[]): SourceValues {
  const base = kind === 'OIDC' ? 'sso' : kind.toLowerCase()
  const keys = [base, ...taken.map((_, index) => `${base}-${index + 2}`)]
  return {
    ...{ name: '', icon: null, issuer: '', clientId: '', clientSecret: '', agentId: '' },
    ...{ firstSignIn: 'PHONE', everyone: true, tenantIds: [], trustFactor: false },
    ...{ accountTenantId: '', accountRoles: [], accountAuthCodes: [] },
    key: keys.find((each) => !taken.includes(each)) ?? '',
    scopes: 'profile email phone',
  }
}

export function valuesOf({ name, key, icon, issuer, clientId, settings }: Source): SourceValues {
  const tenantIds = settings?.tenants.map(({ id }) => id) ?? []
  return {
    ...{ name, key, icon, issuer: issuer ?? '', clientId, clientSecret: '' },
    agentId: settings?.agentId ?? '',
    scopes: settings?.scopes.join(' ') ?? '',
    firstSignIn: settings?.firstSignIn ?? 'PHONE',
    ...{ everyone: tenantIds.length === 0, tenantIds },
    accountTenantId: settings?.accountTenant?.id ?? '',
    accountRoles: settings?.accountRoles ?? [],
    accountAuthCodes: settings?.accountAuthCodes ?? [],
    trustFactor: settings?.trustFactor ?? false,
  }
}

const inputOf = (kind: IdentitySourceKind, values: SourceValues) => {
  const creates = values.firstSignIn === 'CREATE'
  return {
    ...(values.icon !== undefined && { icon: values.icon ?? '' }),
    ...(kind === 'WECOM' && { agentId: values.agentId.trim() }),
    ...(kind === 'OIDC' && {
      scopes: values.scopes.split(/\s+/).filter((scope) => scope && scope !== 'openid'),
      trustFactor: values.trustFactor,
    }),
    firstSignIn: values.firstSignIn,
    tenantIds: values.everyone ? [] : values.tenantIds,
    accountTenantId: creates ? values.accountTenantId : '',
    accountRoles: creates ? [...values.accountRoles] : [],
    accountAuthCodes: creates ? [...values.accountAuthCodes] : [],
  }
}

/** Returns the variables of the mutation that creates a source. */
export const creationOf = (
  kind: IdentitySourceKind,
  values: SourceValues,
  enabled: boolean,
): VariablesOf<typeof createIdentitySource> => ({
  ...{ kind, enabled, name: values.name.trim() },
  ...{ clientId: values.clientId.trim(), clientSecret: values.clientSecret.trim() },
  issuer: values.issuer.trim() || null,
  input: { ...inputOf(kind, values), ...(values.key.trim() && { key: values.key.trim() }) },
})

/** Returns the variables of the mutation that saves a source. Unchanged credentials are omitted. */
export const changeOf = (source: Source, values: SourceValues): VariablesOf<typeof updateIdentitySource> => ({
  ...{ id: source.id, name: values.name.trim() },
  ...(values.clientId.trim() !== source.clientId && { clientId: values.clientId.trim() }),
  ...(values.clientSecret.trim() && { clientSecret: values.clientSecret.trim() }),
  input: inputOf(source.kind, values),
})

const keyRule = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * Whether the key of a new source is valid. It can be empty, because the server then uses the source's id.
 */
export function isKey(key: string): boolean {
  const { min, max } = limits.identitySources.key
  return key === '' || (keyRule.test(key) && key.length >= min && key.length <= max)
}
