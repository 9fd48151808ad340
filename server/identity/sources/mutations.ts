import { identitySourceKinds } from '../../../contract/identity-sources.ts'
import { limits } from '../../../contract/limits.ts'
import { claimIcon, releaseIcon } from '../../applications/icons/store.ts'
import type { Context } from '../../core/context.ts'
import { AppError, badInput } from '../../core/errors.ts'
import { isId, newId } from '../../core/id.ts'
import { boolean, id, listOf, oneOf, opaque, optional, text } from '../../core/input.ts'
import { mutation, query } from '../../core/operation.ts'
import type { Tx } from '../../db/open.ts'
import { assertGrantable } from '../../members/grants.ts'
import { findTenants } from '../../tenants/store.ts'
import { endSessionsOfSource } from './end-sessions.ts'
import { details, type SourceInput } from './input.ts'
import {
  assertKeyFree,
  assertSettingsFit,
  changesOf,
  checkIssuer,
  columnsOf,
  defaultScopes,
  ofSource,
} from './rules.ts'
import {
  deleteSource,
  insertSource,
  listSources,
  lockSource,
  lockSources,
  type SourceRow,
  saveOrder,
  updateSource,
} from './store.ts'
import { IdentitySource, IdentitySourceKindType } from './types.ts'

const { each, clientId, clientSecret, issuer } = limits.identitySources
const can = 'IDENTITY_SOURCE_MANAGE'

query({
  name: 'queryIdentitySource',
  description: 'Identity sources in the order of the sign-in page. Access: admin.',
  can,
  input: {},
  returns: [IdentitySource],
  run: ({ context }) => listSources(context.db.query),
})

const target = async (tx: Tx, input: { id: string }) => {
  const row = await lockSource(tx, input.id)
  return row ? { row } : null
}

/** Throws BAD_INPUT if the input refers to an organization or an icon that does not exist. */
async function checkReferences(
  tx: Tx,
  { tenant_ids = [], account_tenant_id, icon }: Partial<SourceRow>,
): Promise<void> {
  const ids = [...tenant_ids, ...(account_tenant_id ? [account_tenant_id] : [])]
  const found = ids.length && ids.every(isId) ? await findTenants(tx, ids) : new Map()
  const isMissing = (tenantId: string) => found.get(tenantId)?.personal ?? true
  if (tenant_ids.some(isMissing)) throw badInput({ 'input.tenantIds': ['device.unknownTenant'] })
  if (account_tenant_id && isMissing(account_tenant_id))
    throw badInput({ 'input.accountTenantId': ['device.unknownTenant'] })
  if (icon && !(await claimIcon(tx, icon))) throw badInput({ 'input.icon': ['application.iconGone'] })
}

/** Throws BAD_INPUT if a permission code does not exist. */
const checkCodes = async ({
  context,
  input: { input },
}: {
  context: Context
  input: { input?: SourceInput | null | undefined }
}): Promise<void> =>
  void (await assertGrantable(context, 'input.accountAuthCodes', input?.accountAuthCodes ?? []))

const initial = {
  ...{ icon: null, agent_id: null, first_sign_in: 'PHONE', tenant_ids: [], trust_factor: false },
  ...{ account_tenant_id: null, account_roles: [], account_auth_codes: [] },
} as const

mutation({
  name: 'createIdentitySource',
  description:
    'Adds an identity source at the end of the order. `issuer` is required for OIDC; for other kinds it is the origin of a private installation. Does not call the provider. Access: admin.',
  can,
  effects: ['IDENTITY_SOURCES'],
  input: {
    kind: oneOf(IdentitySourceKindType, identitySourceKinds),
    name: text(limits.name),
    clientId: opaque(clientId),
    clientSecret: opaque(clientSecret),
    issuer: optional(opaque(issuer)),
    enabled: boolean(true),
    input: optional(details()),
  },
  returns: IdentitySource,
  prepare: checkCodes,
  target: async () => ({ row: null }),

  async run({ tx, viewer, input }) {
    const sources = await lockSources(tx)
    if (sources.length >= each) throw new AppError('CONFLICT', { message: ['source.tooMany', { max: each }] })
    const { kind, name } = input
    const own = newId()
    const key = input.input?.key ?? own
    if (key !== own) assertKeyFree(key, sources)
    const scopes = kind === 'OIDC' ? defaultScopes : []
    const values = { ...initial, scopes, ...columnsOf(input.input) }
    assertSettingsFit({ ...(values as SourceRow), kind })
    await checkReferences(tx, values as Partial<SourceRow>)
    return insertSource(tx, {
      ...{ id: own, key, kind, name, enabled: input.enabled, client_id: input.clientId.trim() },
      ...{ issuer: checkIssuer(kind, input.issuer), clientSecret: input.clientSecret.trim() },
      ...(values as typeof initial & { scopes: string[] }),
      tenant_ids: [...values.tenant_ids],
      account_roles: [...values.account_roles],
      account_auth_codes: [...values.account_auth_codes],
      position: Math.max(0, ...sources.map(({ position }) => position)) + 1,
      creator_id: viewer.accountId,
    })
  },

  audit: ({ result }) => ({
    ...ofSource(result),
    changes: { kind: [null, result.kind], ...changesOf(null, result) },
  }),
})

/** Whether the change affects who can sign in. Changes of the name and the icon do not. */
const changesSignIns = ({
  name: _name,
  input,
  ...rest
}: {
  id: string
  name?: string | null | undefined
  input?: SourceInput | null | undefined
}): boolean => {
  const { icon: _icon, ...settings } = input ?? {}
  const { id: _id, ...more } = rest
  return Object.values({ ...settings, ...more }).some((value) => value != null)
}

mutation({
  name: 'updateIdentitySource',
  description:
    'Changes an identity source. Omitted and null fields stay unchanged. Disabling the source ends the sessions that were opened with it, except the current one. Kind, issuer, key and the Corp ID of WeCom cannot change. Access: admin.',
  can,
  effects: ({ input }) => (changesSignIns(input) ? ['IDENTITY_SOURCES'] : []),
  input: {
    id: id(),
    name: optional(text(limits.name)),
    clientId: optional(opaque(clientId)),
    clientSecret: optional(opaque(clientSecret)),
    enabled: optional(boolean()),
    input: optional(details()),
  },
  returns: IdentitySource,
  prepare: checkCodes,
  target,

  async run({ tx, viewer, input, target: row }) {
    if (input.input?.key != null && input.input.key !== row.key)
      throw badInput({ 'input.key': ['field.invalid'] })
    const newClient = input.clientId?.trim()
    if (row.kind === 'WECOM' && newClient !== undefined && newClient !== row.client_id)
      throw badInput({ clientId: ['field.invalid'] })
    const values = columnsOf(input.input)
    assertSettingsFit({ ...row, ...values })
    await checkReferences(tx, values)
    const changed = await updateSource(tx, row.id, {
      ...values,
      ...(input.name != null && { name: input.name }),
      ...(newClient !== undefined && { client_id: newClient }),
      ...(input.enabled != null && { enabled: input.enabled }),
      clientSecret: input.clientSecret?.trim(),
    })
    if (changed.icon !== row.icon) await releaseIcon(tx, row.icon)
    if (!changed.enabled) await endSessionsOfSource(tx, row.id, viewer.sessionId)
    return changed
  },

  audit: ({ target: row, result }) => ({ ...ofSource(row), changes: changesOf(row, result) }),
})

mutation({
  name: 'deleteIdentitySource',
  description:
    'Deletes an identity source, unlinks its identities and ends the sessions that were opened with it, except the current one. Access: admin.',
  can,
  effects: ['IDENTITY_SOURCES'],
  input: { id: id() },
  returns: 'Boolean',
  target,

  async run({ tx, viewer, target: row }) {
    await endSessionsOfSource(tx, row.id, viewer.sessionId)
    await deleteSource(tx, row.id)
    await releaseIcon(tx, row.icon)
    return true
  },

  audit: ({ target: row }) => ({ ...ofSource(row), changes: { name: [row.name, null] } }),
})

mutation({
  name: 'sortIdentitySources',
  description:
    'Sets the order of the sign-in page. `ids` must contain all identity sources; otherwise CONFLICT. Access: admin.',
  can,
  effects: [],
  input: { ids: listOf(id(), each) },
  returns: [IdentitySource],
  target: async (tx) => ({ row: await lockSources(tx) }),

  async run({ tx, input, target: sources }) {
    const ids = new Set(input.ids.map((given) => given.toLowerCase()))
    const complete = ids.size === sources.length && input.ids.length === ids.size
    if (!complete || !sources.every((source) => ids.has(source.id)))
      throw new AppError('CONFLICT', { message: ['source.order'] })
    await saveOrder(tx, [...ids])
    return listSources(tx)
  },

  audit: () => ({ tenantId: null, targetType: 'identitySource', targetId: null, changes: {}, always: true }),
})
