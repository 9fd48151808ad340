import { messageText } from '../../../contract/errors.ts'
import type { firstSignIns, identitySourceKinds } from '../../../contract/identity-sources.ts'
import { type PalgoRole, palgoRoles } from '../../../contract/states.ts'
import { Auth, Operator } from '../../accounts/types.ts'
import { iconPath } from '../../applications/rules.ts'
import { builder } from '../../core/builder.ts'
import { localeOf, viewerOf } from '../../core/context.ts'
import { batched } from '../../core/loader.ts'
import { may } from '../../core/viewer.ts'
import { loadTenantCodes } from '../../members/codes.ts'
import { inCatalogueOrder } from '../../members/grants.ts'
import { PalgoRoleType } from '../../members/types.ts'
import { Session } from '../../sessions/types.ts'
import type { TenantRow } from '../../tenants/store.ts'
import { loadTenant } from '../../tenants/types.ts'
import type { Check, checkSteps } from '../broker/provider.ts'
import { findIdentities, type IdentityRow } from './identities.store.ts'
import { findFigures, findSources, problemOf, type SourceFigures, type SourceRow } from './store.ts'

const loadSource = batched<SourceRow | null>(
  'identitySource',
  (context, ids) => findSources(context.db.query, ids),
  null,
)

const loadFigures = batched<SourceFigures>(
  'identitySourceFigures',
  (context, ids) => findFigures(context.db.query, ids),
  { signIns: 0, identities: 0 },
)

const loadIdentities = batched<IdentityRow[]>(
  'linkedIdentity',
  (context, accountIds) => findIdentities(context.db.query, accountIds),
  [],
)

export const IdentitySourceKindType = builder.enumType('IdentitySourceKind', {
  values: {
    OIDC: { description: 'Any OpenID provider with discovery' },
    WECOM: { description: 'WeCom' },
    DINGTALK: { description: 'DingTalk' },
    FEISHU: { description: 'Feishu' },
  } satisfies Record<(typeof identitySourceKinds)[number], object>,
})

export const FirstSignInType = builder.enumType('FirstSignIn', {
  description: 'What happens at a sign-in with an identity that is not linked yet',
  values: {
    PHONE: { description: 'An SMS code links the account with the same phone number' },
    SIGN_IN: { description: 'The user signs in to an existing account, which links the identity' },
    CREATE: { description: 'An account is created, unless one has the same phone number' },
  } satisfies Record<(typeof firstSignIns)[number], object>,
})

/** A smaller type than Tenant, because queries of sessions and linked identities contain it. */
const IdentitySourceTenant = builder.objectRef<TenantRow>('IdentitySourceTenant').implement({
  description: 'An organization in the settings of an identity source',
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

const IdentitySourceSettings = builder.objectRef<SourceRow>('IdentitySourceSettings').implement({
  description: 'Settings of an identity source that only administrators see',
  fields: (t) => ({
    agentId: t.exposeString('agent_id', { nullable: true, description: 'AgentId of the WeCom application' }),
    scopes: t.exposeStringList('scopes', {
      description: 'Scopes to request from an OpenID provider',
    }),
    firstSignIn: t.field({ type: FirstSignInType, resolve: (row) => row.first_sign_in }),
    tenants: t.field({
      type: [IdentitySourceTenant],
      description: 'Organizations whose members can use the source; empty for everyone',
      resolve: async (row, _args, context) =>
        (await Promise.all(row.tenant_ids.map((id) => loadTenant(context, id)))).filter(
          (each) => each !== null,
        ),
    }),
    accountTenant: t.field({
      type: IdentitySourceTenant,
      nullable: true,
      description: 'Organization that created accounts join',
      resolve: (row, _args, context) =>
        row.account_tenant_id ? loadTenant(context, row.account_tenant_id) : null,
    }),
    accountRoles: t.field({
      type: [PalgoRoleType],
      description: 'Roles of created accounts in this organization',
      resolve: (row) => inCatalogueOrder(row.account_roles, palgoRoles) as PalgoRole[],
    }),
    accountAuthCodes: t.stringList({
      description: 'Permission codes of created accounts in this organization',
      resolve: async (row, _args, context) =>
        inCatalogueOrder(row.account_auth_codes, await loadTenantCodes(context)),
    }),
    trustFactor: t.exposeBoolean('trust_factor', {
      description:
        'Whether a second factor that the provider reports in the claim `amr` of the ID token replaces that of Reeve',
    }),
    signIns: t.int({
      description: 'Number of sign-ins in the last 30 days',
      resolve: async ({ id }, _args, context) => (await loadFigures(context, id)).signIns,
    }),
    identities: t.int({
      description: 'Number of linked identities',
      resolve: async ({ id }, _args, context) => (await loadFigures(context, id)).identities,
    }),
    failingSince: t.expose('failing_since', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time since which the sign-in page hides the source, because it failed three times in a row',
    }),
    problem: t.string({
      nullable: true,
      description: 'The last failure, or null if the last check or sign-in succeeded',
      resolve(row, _args, context) {
        const [key, params] = problemOf(row) ?? []
        return key ? messageText(key, localeOf(context), params) : null
      },
    }),
    problemCode: t.exposeString('problem_code', {
      nullable: true,
      description: 'Error code of the provider',
    }),
  }),
})

export const IdentitySource = builder.objectRef<SourceRow>('IdentitySource').implement({
  description: 'An identity provider that people can sign in with',
  fields: (t) => ({
    id: t.exposeID('id'),
    key: t.exposeString('key', { description: 'Name in URLs' }),
    kind: t.field({ type: IdentitySourceKindType, resolve: (row) => row.kind }),
    name: t.exposeString('name'),
    icon: t.string({
      nullable: true,
      description: 'Path of a square PNG on this server; null for the default icon',
      resolve: ({ icon }) => iconPath(icon),
    }),
    enabled: t.exposeBoolean('enabled'),
    clientId: t.exposeString('client_id', {
      description: 'Client ID at the provider (WeCom: Corp ID, Feishu: App ID)',
    }),
    issuer: t.exposeString('issuer', {
      nullable: true,
      description:
        'Issuer of an OpenID provider. Other kinds: origin of a private installation; null for the public service.',
    }),
    redirectUri: t.string({
      description: 'URL that must be registered at the provider',
      resolve: ({ key }, _args, { services }) => services.identity.sources.redirectUri(key),
    }),
    loginUrl: t.string({
      description: 'URL that leads directly to a sign-in with this source',
      resolve: ({ key }, _args, { services }) => services.identity.sources.loginUrl(key),
    }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    settings: t.field({
      type: IdentitySourceSettings,
      nullable: true,
      description: 'Null unless the viewer is an administrator',
      resolve: (row, _args, context) => (may(viewerOf(context), 'IDENTITY_SOURCE_MANAGE') ? row : null),
    }),
  }),
})

const LinkedIdentity = builder.objectRef<IdentityRow>('LinkedIdentity').implement({
  description: 'An identity at a provider with which an account can sign in',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name of the person at the provider',
    }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    lastUseDateTime: t.expose('last_used_at', { type: 'DateTime', nullable: true }),
    source: t.field({
      type: IdentitySource,
      resolve: async (row, _args, context) => {
        const source = await loadSource(context, row.source_id)
        if (!source) throw new Error('The identity source was deleted during the request.')
        return source
      },
    }),
  }),
})

builder.objectField(Auth, 'identities', (t) =>
  t.field({
    type: [LinkedIdentity],
    description: 'Linked identities, the oldest first, at most 100',
    resolve: (account, _args, context) => loadIdentities(context, account.id),
  }),
)

builder.objectField(Operator, 'identities', (t) =>
  t.field({
    type: [LinkedIdentity],
    nullable: true,
    description:
      'Linked identities, the oldest first, at most 100. Null unless the viewer is the account itself, admin or account_management.',
    resolve: (account, _args, context) => {
      const viewer = viewerOf(context)
      return viewer.accountId === account.id || may(viewer, 'IDENTITY_READ')
        ? loadIdentities(context, account.id)
        : null
    },
  }),
)

/** Not the type IdentitySource, so that queries of sessions stay small. */
const SessionSource = builder.objectRef<SourceRow>('SessionSource').implement({
  description: 'The identity source through which a session was opened',
  fields: (t) => ({ key: t.exposeString('key'), name: t.exposeString('name') }),
})

builder.objectField(Session, 'identitySource', (t) =>
  t.field({
    type: SessionSource,
    nullable: true,
    description: 'The source through which the session was opened; null for other sign-ins',
    resolve: ({ identitySourceId }, _args, context) =>
      identitySourceId ? loadSource(context, identitySourceId) : null,
  }),
)

const IdentitySourceStep = builder.enumType('IdentitySourceStep', {
  values: {
    REACH: { description: 'Connecting to the provider' },
    CREDENTIALS: { description: 'Checking client ID and secret' },
    USERS: { description: 'Reading users' },
    SIGN_IN: { description: 'A sign-in, which only a user can complete' },
  } satisfies Record<(typeof checkSteps)[number], object>,
})

const IdentitySourceCheckStatus = builder.enumType('IdentitySourceCheckStatus', {
  values: ['OK', 'FAILED', 'SKIPPED'] as const,
})

export const IdentitySourceCheck = builder.objectRef<Check>('IdentitySourceCheck').implement({
  description: 'Result of one step of the connection test',
  fields: (t) => ({
    step: t.field({ type: IdentitySourceStep, resolve: ({ step }) => step }),
    status: t.field({ type: IdentitySourceCheckStatus, resolve: ({ status }) => status }),
    host: t.exposeString('host', { nullable: true }),
    ms: t.exposeInt('ms', { nullable: true, description: 'Duration in milliseconds' }),
    code: t.exposeString('code', { nullable: true, description: 'Error code of the provider' }),
    message: t.string({
      nullable: true,
      description: 'What is wrong and how to correct it, or a restriction',
      resolve: ({ message }, _args, context) =>
        message && messageText(message[0], localeOf(context), message[1]),
    }),
    field: t.exposeString('field', { nullable: true, description: 'Argument that caused the failure' }),
  }),
})
