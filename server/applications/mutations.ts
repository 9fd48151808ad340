import type { Updateable } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { applicationKinds } from '../../contract/states.ts'
import type { Changes } from '../core/audit.ts'
import { badInput } from '../core/errors.ts'
import { isId, newId } from '../core/id.ts'
import { boolean, id, oneOf, optional, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { asksFactor, demand, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { findTenants } from '../tenants/store.ts'
import { claimIcon, releaseIcon } from './icons/store.ts'
import { type ApplicationValues, addressList, details } from './input.ts'
import { demandFitting, hasSecret, initialScopes } from './rules.ts'
import { ofApplication, secretMutations } from './secret-mutations.ts'
import { addSecret } from './secrets.ts'
import {
  type ApplicationRow,
  deleteApplication,
  demandFreeName,
  insertApplication,
  lockApplication,
  updateApplication,
} from './store.ts'
import { Application, ApplicationKindType, ApplicationSecret } from './types.ts'

const who = 'who: admin, application_management'
const asCreate = 'who: as createApplication'

const target = async (tx: Tx, input: { id: string }) => {
  const row = await lockApplication(tx, input.id)
  return row ? { row } : null
}

/** Whoever makes it the platform's own lets it know who people are without asking them. */
const demandTrust = (viewer: Viewer, was: boolean, is: boolean | null | undefined): void => {
  if (is != null && is !== was) demand('APPLICATION_TRUST', viewer)
}

mutation({
  name: 'createApplication',
  description: `firstParty: by admin alone. ${who}`,
  can: 'APPLICATION_MANAGE',
  input: {
    kind: oneOf(ApplicationKindType, applicationKinds),
    name: text(limits.name),
    firstParty: boolean(false),
    redirectUris: { ...addressList(), initial: [] },
    postLogoutRedirectUris: { ...addressList(), initial: [] },
    input: optional(details()),
  },
  returns: ApplicationSecret,
  target: async () => ({ row: null }),
  permit: ({ viewer, input }) => demandTrust(viewer, false, input.firstParty),

  async run({ tx, input }) {
    const values = {
      kind: input.kind,
      redirect_uris: input.redirectUris,
      post_logout_redirect_uris: input.postLogoutRedirectUris,
      ...initial(await columns(tx, input.input)),
      ...(input.input?.scopes == null && { scopes: initialScopes(input.kind) }),
    }
    demandFitting(values)
    const { kind, name, firstParty: first_party } = input
    await demandFreeName(tx, { tenantId: null, name })
    const row = await insertApplication(tx, {
      ...values,
      ...{ id: newId(), kind, name, first_party, jwks: JSON.stringify(values.jwks) },
    })
    return { application: row, secret: hasSecret(kind) ? await addSecret(tx, row.id) : null }
  },

  audit: ({ result: { application } }) => ({
    ...ofApplication(application),
    changes: { kind: [null, application.kind], ...changed(null, application) },
  }),
})

mutation({
  name: 'updateApplication',
  description: `omitted: unchanged. Of the input, null: cleared. firstParty: by admin alone. ${asCreate}`,
  can: 'APPLICATION_MANAGE',
  input: {
    id: id(),
    name: optional(text(limits.name)),
    enabled: optional(boolean()),
    firstParty: optional(boolean()),
    redirectUris: optional(addressList()),
    postLogoutRedirectUris: optional(addressList()),
    input: optional(details()),
  },
  returns: Application,
  target,
  permit: ({ viewer, input, target: { first_party: was } }) => demandTrust(viewer, was, input.firstParty),

  async run({ tx, input, target: row }) {
    const values = {
      ...(input.name != null && { name: input.name }),
      ...(input.enabled != null && { enabled: input.enabled }),
      ...(input.firstParty != null && { first_party: input.firstParty }),
      ...(input.redirectUris && { redirect_uris: input.redirectUris }),
      ...(input.postLogoutRedirectUris && { post_logout_redirect_uris: input.postLogoutRedirectUris }),
      ...(await columns(tx, input.input)),
    }
    if (!Object.keys(values).length) return row
    demandFitting({ ...row, ...values })
    if (values.name !== undefined && values.name !== row.name)
      await demandFreeName(tx, { tenantId: null, name: values.name, but: row.id })
    const { jwks, ...others } = values
    const changed = await updateApplication(tx, row.id, {
      ...others,
      ...(jwks !== undefined && { jwks: JSON.stringify(jwks) }),
    })
    if (changed.icon !== row.icon) await releaseIcon(tx, row.icon)
    return changed
  },

  audit: ({ target: row, result }) => ({ ...ofApplication(row), changes: changed(row, result) }),
})

secretMutations({ name: 'Application', can: 'APPLICATION_MANAGE', who: asCreate, target })

mutation({
  name: 'deleteApplication',
  description: `with all that people allowed it; its tokens die at once. ${asCreate}`,
  can: 'APPLICATION_MANAGE',
  input: { id: id() },
  returns: 'Boolean',
  fresh: asksFactor,
  target,

  async run({ tx, target: row }) {
    await deleteApplication(tx, row.id)
    await releaseIcon(tx, row.icon)
    return true
  },

  audit: ({ target: row }) => ({ ...ofApplication(row), changes: { name: [row.name, null] } }),
})

type Columns = Pick<
  ApplicationRow,
  | 'backchannel_logout_uri'
  | 'icon'
  | 'jwks'
  | 'origins'
  | 'policy_uri'
  | 'resources'
  | 'scopes'
  | 'tenant_ids'
  | 'tos_uri'
>

/** Of what was given alone. Throws BAD_INPUT for an organization or an icon that there is not. */
async function columns(tx: Tx, given: ApplicationValues | null | undefined): Promise<Partial<Columns>> {
  if (!given) return {}
  const { backchannelLogoutUri, icon, jwks, origins, policyUri, resources, scopes, tenantIds, tosUri } = given
  const tenant_ids = tenantIds?.map((each) => each.toLowerCase()) ?? []
  const found = tenant_ids.every(isId) && tenant_ids.length ? await findTenants(tx, tenant_ids) : new Map()
  if (tenant_ids.some((each) => found.get(each)?.personal ?? true))
    throw badInput({ 'input.tenantIds': ['device.unknownTenant'] })
  if (icon && !(await claimIcon(tx, icon))) throw badInput({ 'input.icon': ['application.iconGone'] })
  return {
    ...(backchannelLogoutUri !== undefined && { backchannel_logout_uri: backchannelLogoutUri }),
    ...(icon !== undefined && { icon }),
    ...(policyUri !== undefined && { policy_uri: policyUri }),
    ...(tosUri !== undefined && { tos_uri: tosUri }),
    ...(jwks !== undefined && { jwks }),
    ...(origins !== undefined && { origins: origins ?? [] }),
    ...(resources !== undefined && { resources: resources ?? [] }),
    ...(scopes !== undefined && { scopes: scopes ?? [] }),
    ...(tenantIds !== undefined && { tenant_ids }),
  }
}

const initial = (given: Partial<Columns>): Columns => ({
  ...{ backchannel_logout_uri: null, icon: null, jwks: null, policy_uri: null, tos_uri: null },
  ...{ origins: [], resources: [], scopes: [], tenant_ids: [] },
  ...given,
})

const recorded = {
  name: 'name',
  enabled: 'enabled',
  firstParty: 'first_party',
  redirectUris: 'redirect_uris',
  postLogoutRedirectUris: 'post_logout_redirect_uris',
  backchannelLogoutUri: 'backchannel_logout_uri',
  policyUri: 'policy_uri',
  tosUri: 'tos_uri',
  origins: 'origins',
  scopes: 'scopes',
  resources: 'resources',
  tenantIds: 'tenant_ids',
} as const satisfies Record<string, keyof Updateable<Tables['application']>>

/** Of the keys, how they are called; of icons, how their hashes begin. */
const changed = (before: ApplicationRow | null, after: ApplicationRow): Changes => ({
  ...Object.fromEntries(
    Object.entries(recorded).map(([field, column]) => [field, [before?.[column] ?? null, after[column]]]),
  ),
  icon: [before?.icon?.slice(0, 8) ?? null, after.icon?.slice(0, 8) ?? null],
  jwks: [kids(before), kids(after)],
})

const kids = (row: ApplicationRow | null) => row?.jwks?.keys.map(({ kid, kty }) => kid ?? kty) ?? null
