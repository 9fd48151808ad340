import type { ApplicationKind, PalgoRole } from '../../contract/states.ts'
import { builder } from '../core/builder.ts'
import { viewerOf } from '../core/context.ts'
import { batched } from '../core/loader.ts'
import { PalgoRoleType } from '../members/types.ts'
import { loadTenant, Tenant } from '../tenants/types.ts'
import { hasSecret, iconPath, mayChangeRecipients } from './rules.ts'
import { findSecrets, type SecretRow } from './secrets.ts'
import { type ApplicationRow, findApplications } from './store.ts'

export const loadApplication = batched<ApplicationRow | null>(
  'application',
  (context, ids) => findApplications(context.db.query, ids),
  null,
)

const loadSecrets = batched<SecretRow[]>(
  'application_secret',
  (context, ids) => findSecrets(context.db.query, ids),
  [],
)

export const ApplicationKindType = builder.enumType('ApplicationKind', {
  values: {
    SERVER: { description: 'Web application with a secret: authorization code' },
    SINGLE_PAGE: { description: 'Single-page application without a secret: authorization code with PKCE' },
    NATIVE: {
      description:
        'Native application or command line: authorization code with PKCE and loopback redirect, device authorization',
    },
    DEVICE: { description: 'Device with a screen but no keyboard: device authorization' },
    SERVICE: {
      description:
        'Service: client credentials and token introspection. Only service accounts of an organization can use GraphQL.',
    },
  } satisfies Record<ApplicationKind, object>,
})

const StoredSecret = builder.objectRef<SecretRow>('StoredSecret').implement({
  description: 'A secret of an application. Only its hash is stored.',
  fields: (t) => ({
    id: t.exposeID('id'),
    hint: t.exposeString('hint', { description: 'Last four characters of the secret' }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    lastUseDateTime: t.expose('last_used_at', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last use, to the minute',
    }),
    endDateTime: t.expose('ends_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When the secret expires; set once it has been rotated',
    }),
  }),
})

const ApplicationCan = builder.objectRef<ApplicationRow>('ApplicationCan').implement({
  description: 'Changes that the viewer, who can manage the application, is allowed to make',
  fields: (t) => ({
    changeRecipients: t.boolean({
      description:
        'URIs, scopes, resources, keys, organizations, secrets, webhooks, disabling and deletion. If false, only name, icon and policies.',
      resolve: (row, _args, context) => mayChangeRecipients(viewerOf(context), row),
    }),
  }),
})

export const Application = builder.objectRef<ApplicationRow>('Application').implement({
  description:
    'An OAuth client: an application that users sign in to, or a service that makes calls on its own behalf',
  fields: (t) => ({
    id: t.exposeID('id'),
    clientId: t.exposeString('id', { description: 'The client_id' }),
    kind: t.field({ type: ApplicationKindType, resolve: (row) => row.kind }),
    name: t.exposeString('name'),
    firstParty: t.exposeBoolean('first_party', {
      description:
        'Whether the application belongs to the platform, so that no consent is required. Only admin can change this.',
    }),
    enabled: t.exposeBoolean('enabled'),
    redirectUris: t.exposeStringList('redirect_uris'),
    postLogoutRedirectUris: t.exposeStringList('post_logout_redirect_uris'),
    backchannelLogoutUri: t.exposeString('backchannel_logout_uri', { nullable: true }),
    groupsTemplate: t.exposeString('groups_template', {
      nullable: true,
      description: 'Template of the claim `groups`; null if there is no such claim',
    }),
    icon: t.string({
      nullable: true,
      description: 'Path of a square PNG on this server; null if there is no icon',
      resolve: ({ icon }) => iconPath(icon),
    }),
    policyUri: t.exposeString('policy_uri', { nullable: true, description: 'URL of the privacy policy' }),
    tosUri: t.exposeString('tos_uri', { nullable: true, description: 'URL of the terms of service' }),
    origins: t.exposeStringList('origins'),
    requirePkce: t.boolean({
      description: 'Whether sign-ins must use PKCE; always true for public clients',
      resolve: (row) => row.require_pkce || !hasSecret(row.kind),
    }),
    scopes: t.exposeStringList('scopes'),
    signingAlg: t.exposeString('signing_alg', {
      description: 'Algorithm of ID tokens, logout tokens and JWT access tokens: RS256 or ES256',
    }),
    resources: t.exposeStringList('resources'),
    jwks: t.field({ type: 'JSON', nullable: true, resolve: (row) => row.jwks }),
    tenant: t.field({
      type: Tenant,
      nullable: true,
      description: 'Organization of a service account; null for an application of the platform',
      resolve: (row, _args, context) => (row.tenant_id ? loadTenant(context, row.tenant_id) : null),
    }),
    tenants: t.field({
      type: [Tenant],
      description: 'Organizations whose members can use the application; empty for everyone',
      resolve: async (row, _args, context) =>
        (await Promise.all(row.tenant_ids.map((id) => loadTenant(context, id)))).filter(
          (each) => each !== null,
        ),
    }),
    roles: t.field({
      type: [PalgoRoleType],
      description: 'Roles of a service account in its organization',
      resolve: (row) => row.roles as PalgoRole[],
    }),
    authCodes: t.exposeStringList('auth_codes', {
      description: 'Permission codes of a service account in its organization; empty for other applications',
    }),
    secrets: t.field({
      type: [StoredSecret],
      description: 'Valid secrets, newest first, at most two',
      resolve: (row, _args, context) => loadSecrets(context, row.id),
    }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    viewerCan: t.field({ type: ApplicationCan, resolve: (row) => row }),
  }),
})

export const ApplicationSecret = builder
  .objectRef<{ application: ApplicationRow; secret: string | null }>('ApplicationSecret')
  .implement({
    fields: (t) => ({
      application: t.field({ type: Application, resolve: ({ application }) => application }),
      secret: t.exposeString('secret', {
        nullable: true,
        description:
          'The secret, which cannot be retrieved again; null if applications of this kind have no secret',
      }),
    }),
  })
