import { sql, type Updateable } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { applicationKinds } from '../../contract/states.ts'
import type { Changes } from '../core/audit.ts'
import { AppError } from '../core/errors.ts'
import { newId } from '../core/id.ts'
import { boolean, id, oneOf, optional, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { assertAllowed, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { checkBackchannel, checkResources } from './addresses.ts'
import { releaseIcon } from './icons/store.ts'
import { addressList, details } from './input.ts'
import { assertSettingsFitKind, hasSecret, initialScopes, mayChangeRecipients } from './rules.ts'
import { ofApplication, secretMutations } from './secret-mutations.ts'
import { addSecret } from './secrets.ts'
import {
  type ApplicationRow,
  assertNameFree,
  deleteApplication,
  insertApplication,
  lockApplication,
  updateApplication,
} from './store.ts'
import { Application, ApplicationKindType, ApplicationSecret } from './types.ts'
import { changesRecipients, checkReferences, columnsOf } from './values.ts'

const access =
  'Access: admin, application_management. Only admin can change a first-party application, except its name, icon and policy URLs.'
const asCreate = 'Access: same as createApplication.'

const target = async (tx: Tx, input: { id: string }) => {
  const row = await lockApplication(tx, input.id)
  return row ? { row } : null
}

/** Throws FORBIDDEN if the viewer cannot change where the authorization codes of the application are sent. */
const permitTrusted = ({ viewer, target }: { viewer: Viewer; target: ApplicationRow }): void => {
  if (!mayChangeRecipients(viewer, target)) throw new AppError('FORBIDDEN')
}

mutation({
  name: 'createApplication',
  description: `Registers an application. Only admin can set firstParty. ${access}`,
  can: 'APPLICATION_MANAGE',
  effects: ['TOKENS'],
  input: {
    kind: oneOf(ApplicationKindType, applicationKinds),
    name: text(limits.name),
    firstParty: boolean(false),
    redirectUris: { ...addressList(), initial: [] },
    postLogoutRedirectUris: { ...addressList(), initial: [] },
    input: optional(details()),
  },
  returns: ApplicationSecret,
  prepare: ({ context: { services }, input }) => checkBackchannel(services, input.input),
  target: async () => ({ row: null }),
  permit: ({ viewer, input }) => {
    if (input.firstParty) assertAllowed('APPLICATION_TRUST', viewer)
  },

  async run({ tx, context: { services }, input }) {
    const { kind } = input
    const values = {
      ...{ ...initial, kind, redirect_uris: [], post_logout_redirect_uris: [] },
      ...columnsOf(input),
      ...(input.input?.scopes == null && { scopes: initialScopes(kind) }),
    }
    assertSettingsFitKind(values)
    await assertNameFree(tx, { tenantId: null, name: input.name })
    await checkReferences(tx, values)
    await checkResources(tx, services, { kind, resources: values.resources })
    const row = await insertApplication(tx, {
      ...values,
      ...{ id: newId(), name: input.name, jwks: JSON.stringify(values.jwks) },
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
  description: `Changes an application. Omitted fields stay unchanged; null clears a field of \`input\`. If a redirect URI is added, users must give consent again. Only admin can set firstParty. ${asCreate}`,
  can: 'APPLICATION_MANAGE',
  effects: ({ input, target }) => (changesRecipients(target, input) ? ['TOKENS'] : []),
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
  prepare: ({ context: { services }, input }) => checkBackchannel(services, input.input),
  target,
  permit({ viewer, input, target: row }) {
    const trusted = row.first_party || input.firstParty
    if (trusted && changesRecipients(row, input)) assertAllowed('APPLICATION_TRUST', viewer)
  },

  async run({ tx, context: { services }, input, target: row }) {
    const { jwks, ...values } = columnsOf(input)
    if (!Object.keys(values).length && jwks === undefined) return row
    assertSettingsFitKind({ ...row, ...values, ...(jwks !== undefined && { jwks }) })
    const { id, kind } = row
    if (values.name !== undefined && values.name !== row.name)
      await assertNameFree(tx, { tenantId: null, name: values.name, but: id })
    await checkReferences(tx, values)
    if (values.resources) await checkResources(tx, services, { id, kind, resources: values.resources })
    const changed = await updateApplication(tx, id, {
      ...values,
      ...(jwks !== undefined && { jwks: JSON.stringify(jwks) }),
      ...(addsRedirect(row, values) && { redirects_changed_at: sql<Date>`clock_timestamp()` }),
    })
    if (changed.icon !== row.icon) await releaseIcon(tx, row.icon)
    return changed
  },

  audit: ({ target: row, result }) => ({ ...ofApplication(row), changes: changed(row, result) }),
})

/** Whether the change adds a redirect URI, which invalidates earlier consents. */
const addsRedirect = (
  { redirect_uris: before }: ApplicationRow,
  { redirect_uris: after = [] }: Partial<Pick<ApplicationRow, 'redirect_uris'>>,
): boolean => after.some((address) => !before.includes(address))

secretMutations({
  ...{ name: 'Application', can: 'APPLICATION_MANAGE', access: asCreate },
  ...{ target, permit: permitTrusted },
})

mutation({
  name: 'deleteApplication',
  description: `Deletes an application together with all consents and revokes its tokens immediately. ${asCreate}`,
  can: 'APPLICATION_MANAGE',
  effects: ['TOKENS'],
  input: { id: id() },
  returns: 'Boolean',
  target,
  permit: permitTrusted,

  async run({ tx, target: row }) {
    await deleteApplication(tx, row.id)
    await releaseIcon(tx, row.icon)
    return true
  },

  audit: ({ target: row }) => ({ ...ofApplication(row), changes: { name: [row.name, null] } }),
})

const initial = {
  ...{
    backchannel_logout_uri: null,
    groups_template: null,
    icon: null,
    jwks: null,
    policy_uri: null,
    tos_uri: null,
  },
  ...{ origins: [], resources: [], tenant_ids: [] },
}

const recorded = {
  name: 'name',
  enabled: 'enabled',
  firstParty: 'first_party',
  redirectUris: 'redirect_uris',
  postLogoutRedirectUris: 'post_logout_redirect_uris',
  backchannelLogoutUri: 'backchannel_logout_uri',
  groupsTemplate: 'groups_template',
  policyUri: 'policy_uri',
  tosUri: 'tos_uri',
  origins: 'origins',
  scopes: 'scopes',
  resources: 'resources',
  requirePkce: 'require_pkce',
  signingAlg: 'signing_alg',
  tenantIds: 'tenant_ids',
} as const satisfies Record<string, keyof Updateable<Tables['application']>>

/**
 * Returns the changed fields for the audit log. JSON Web Keys are represented by their ids, and icons by the
 * first characters of their hashes.
 */
const changed = (before: ApplicationRow | null, after: ApplicationRow): Changes => ({
  ...Object.fromEntries(
    Object.entries(recorded).map(([field, column]) => [field, [before?.[column] ?? null, after[column]]]),
  ),
  icon: [before?.icon?.slice(0, 8) ?? null, after.icon?.slice(0, 8) ?? null],
  jwks: [kids(before), kids(after)],
})

const kids = (row: ApplicationRow | null) => row?.jwks?.keys.map(({ kid, kty }) => kid ?? kty) ?? null
