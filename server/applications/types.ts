import type { ApplicationKind, PalgoRole } from '../../contract/states.ts'
import { builder } from '../core/builder.ts'
import { viewerOf } from '../core/context.ts'
import { batched } from '../core/loader.ts'
import { PalgoRoleType } from '../members/types.ts'
import { loadTenant, Tenant } from '../tenants/types.ts'
import { iconPath, mayChangeRecipients } from './rules.ts'
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
    SERVER: { description: 'a server with a secret: code with PKCE' },
    SINGLE_PAGE: { description: 'a single page: code with PKCE, no secret' },
    NATIVE: {
      description: 'a phone app or command line: code with PKCE over loopback, device authorization',
    },
    DEVICE: { description: 'something with a screen and no keyboard: device authorization' },
    SERVICE: {
      description:
        'a program of its own: client credentials, tokens and introspection; no GraphQL unless of an organization',
    },
  } satisfies Record<ApplicationKind, object>,
})

const StoredSecret = builder.objectRef<SecretRow>('StoredSecret').implement({
  description: 'A secret of an application, of which its hash alone is kept',
  fields: (t) => ({
    id: t.exposeID('id'),
    hint: t.exposeString('hint', { description: 'its last four characters' }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    lastUseDateTime: t.expose('last_used_at', {
      type: 'DateTime',
      nullable: true,
      description: 'to the minute',
    }),
    endDateTime: t.expose('ends_at', {
      type: 'DateTime',
      nullable: true,
      description: 'set where another was made in its place',
    }),
  }),
})

const ApplicationCan = builder.objectRef<ApplicationRow>('ApplicationCan').implement({
  description: 'Which changes of an application the server accepts from a viewer who can manage it',
  fields: (t) => ({
    changeRecipients: t.boolean({
      description:
        'addresses, scopes, resources, keys, organizations, secrets, webhooks, disabling and deletion; false: only its name, icon and policies',
      resolve: (row, _args, context) => mayChangeRecipients(viewerOf(context), row),
    }),
  }),
})

export const Application = builder.objectRef<ApplicationRow>('Application').implement({
  description: 'A program that signs people in with their account here, or that calls in its own name',
  fields: (t) => ({
    id: t.exposeID('id'),
    clientId: t.exposeString('id', { description: 'the client_id' }),
    kind: t.field({ type: ApplicationKindType, resolve: (row) => row.kind }),
    name: t.exposeString('name'),
    firstParty: t.exposeBoolean('first_party', {
      description: "the platform's own: no consent is asked. Set by admin alone",
    }),
    enabled: t.exposeBoolean('enabled'),
    redirectUris: t.exposeStringList('redirect_uris'),
    postLogoutRedirectUris: t.exposeStringList('post_logout_redirect_uris'),
    backchannelLogoutUri: t.exposeString('backchannel_logout_uri', { nullable: true }),
    icon: t.string({
      nullable: true,
      description: 'the path of a square PNG of this server; null: it has none',
      resolve: ({ icon }) => iconPath(icon),
    }),
    policyUri: t.exposeString('policy_uri', { nullable: true, description: 'its privacy policy' }),
    tosUri: t.exposeString('tos_uri', { nullable: true, description: 'its terms of service' }),
    origins: t.exposeStringList('origins'),
    scopes: t.exposeStringList('scopes'),
    resources: t.exposeStringList('resources'),
    jwks: t.field({ type: 'JSON', nullable: true, resolve: (row) => row.jwks }),
    tenant: t.field({
      type: Tenant,
      nullable: true,
      description: 'the organization of a service account; null for an application of the platform',
      resolve: (row, _args, context) => (row.tenant_id ? loadTenant(context, row.tenant_id) : null),
    }),
    tenants: t.field({
      type: [Tenant],
      description: 'those whose members may use it; empty: everyone',
      resolve: async (row, _args, context) =>
        (await Promise.all(row.tenant_ids.map((id) => loadTenant(context, id)))).filter(
          (each) => each !== null,
        ),
    }),
    roles: t.field({
      type: [PalgoRoleType],
      description: 'what a service account holds in its organization',
      resolve: (row) => row.roles as PalgoRole[],
    }),
    authCodes: t.exposeStringList('auth_codes', {
      description: 'what a service account holds in its organization; none of any other',
    }),
    secrets: t.field({
      type: [StoredSecret],
      description: 'those that work, newest first, two at most',
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
        description: 'shown this once; null for a single page or native application',
      }),
    }),
  })
