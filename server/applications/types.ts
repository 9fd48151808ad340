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
    SERVER: {
      description: 'Web application with a server that stores a secret. Grant type: authorization code.',
    },
    SINGLE_PAGE: {
      description: 'Single-page application, which has no secret. Grant type: authorization code with PKCE.',
    },
    NATIVE: {
      description:
        'Native or command-line application. Grant types: authorization code with PKCE and a loopback or private-use redirect URI, and device authorization.',
    },
    DEVICE: { description: 'Device with a screen but no keyboard. Grant type: device authorization.' },
    SERVICE: {
      description:
        'Service that acts on its own behalf. Grant type: client credentials; can introspect tokens. GraphQL is available only to services that are service accounts of an organization.',
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
      description: 'Time of the last use, accurate to the minute; null if the secret has not been used',
    }),
    endDateTime: t.expose('ends_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When the secret expires; null until rotation has created a newer secret',
    }),
  }),
})

const ApplicationCan = builder.objectRef<ApplicationRow>('ApplicationCan').implement({
  description: 'Changes to the application that the viewer is permitted to make',
  fields: (t) => ({
    changeRecipients: t.boolean({
      description:
        'Whether the viewer can change URIs, scopes, resources, keys, organizations, secrets and webhooks, and disable or delete the application. If false, only name, icon and policy URLs can be changed.',
      resolve: (row, _args, context) => mayChangeRecipients(viewerOf(context), row),
    }),
  }),
})

export const Application = builder.objectRef<ApplicationRow>('Application').implement({
  description:
    'An OAuth client: an application that users sign in to, or a service that makes calls on its own behalf',
  fields: (t) => ({
    id: t.exposeID('id'),
    clientId: t.exposeString('id', { description: 'OAuth 2.0 client identifier' }),
    kind: t.field({ type: ApplicationKindType, resolve: (row) => row.kind }),
    name: t.exposeString('name'),
    firstParty: t.exposeBoolean('first_party', {
      description:
        'Whether this is a first-party application, for which users are not asked for consent. Only admin can change this.',
    }),
    enabled: t.exposeBoolean('enabled'),
    redirectUris: t.exposeStringList('redirect_uris'),
    postLogoutRedirectUris: t.exposeStringList('post_logout_redirect_uris'),
    backchannelLogoutUri: t.exposeString('backchannel_logout_uri', { nullable: true }),
    groupsTemplate: t.exposeString('groups_template', {
      nullable: true,
      description: 'Template of the `groups` claim; null if tokens have no such claim',
    }),
    icon: t.string({
      nullable: true,
      description: 'Path of the icon on this server, a square PNG; null if there is no icon',
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
      description: 'Organization of a service account; null for applications of the platform',
      resolve: (row, _args, context) => (row.tenant_id ? loadTenant(context, row.tenant_id) : null),
    }),
    tenants: t.field({
      type: [Tenant],
      description: 'Organizations whose members can use the application; empty if everyone can',
      resolve: async (row, _args, context) =>
        (await Promise.all(row.tenant_ids.map((id) => loadTenant(context, id)))).filter(
          (each) => each !== null,
        ),
    }),
    roles: t.field({
      type: [PalgoRoleType],
      description:
        'Algorithm permissions of a service account in its organization; empty for other applications',
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
          'The new secret, which cannot be retrieved again; null if applications of this kind have no secret',
      }),
    }),
  })
