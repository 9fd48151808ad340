import { errors, type Grant, type KoaContextWithOIDC } from 'oidc-provider'
import { required } from '../../../contract/required.ts'
import { findConsent } from '../../applications/consents.store.ts'
import { type GrantRow, insertGrant } from '../../applications/grants.ts'
import { listChoices, selectTenant } from '../../applications/organizations.ts'
import type { ApplicationRow } from '../../applications/store.ts'
import { recordAudit } from '../../core/audit.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { SecondFactor } from '../../core/viewer.ts'
import type { Database, Tx } from '../../db/open.ts'
import { readApplication, readGrant } from './reading.ts'
import { stateOf } from './state.ts'

/** The results that the interaction pages submit. */
export interface InteractionResult {
  login?: { accountId: string; ts: number }
  organization?: { tenantId: string }
  consent?: object
  error?: string
  error_description?: string
}

const resultOf = (ctx: KoaContextWithOIDC) => ctx.oidc.result as InteractionResult | undefined

/**
 * Returns the grant for an authorization request: the existing grant of this session and application, or a
 * new one. Returns undefined if a page must be shown first. policy.ts selects the page.
 */
export async function loadGrant(
  db: Database,
  ctx: KoaContextWithOIDC,
  secondFactor: SecondFactor,
): Promise<Grant | undefined> {
  const { client, provider, session } = ctx.oidc
  const state = stateOf(ctx)
  const { browser } = state
  if (!client || !browser || browser.accountId !== session?.accountId) return undefined
  if (ctx.oidc.promptPending('login')) return undefined
  const application = await readApplication(db, client.clientId)
  if (!application) return undefined
  state.application = application
  const consent = await findConsent(db.query, browser.accountId, application.id)
  const current = await findCurrentGrant(db, ctx, secondFactor)
  state.tenantId = await chooseTenant(db, ctx, { application, remembered: consent?.tenantId, current })
  if (state.tenantId === undefined) return undefined

  const scopes = [...ctx.oidc.requestParamOIDCScopes]
  const resources = Object.fromEntries(
    Object.entries(ctx.oidc.resourceServers ?? {}).map(([resource, { scopes: offered }]) => [
      resource,
      [...ctx.oidc.requestParamScopes].filter((scope) => offered.has(scope)).join(' '),
    ]),
  )
  const requested = new Set([...scopes, ...Object.values(resources).flatMap((list) => list.split(' '))])
  if (!application.first_party && !isCovered(requested, consent?.scopes)) return undefined

  const owner = {
    account_id: browser.accountId,
    application_id: application.id,
    session_id: browser.sessionId,
  }
  const grant = { ...owner, tenant_id: state.tenantId, scopes, resources }
  const id =
    current && covers(current, grant)
      ? current.id
      : await db.transaction((tx) => openGrant(tx, grant, state.request))
  return provider.Grant.find(id)
}

/** The scope openid reveals nothing, so it needs no consent. */
const isCovered = (requested: ReadonlySet<string>, allowed: readonly string[] = []): boolean =>
  [...requested].every((scope) => !scope || scope === 'openid' || allowed.includes(scope))

async function findCurrentGrant(
  db: Database,
  ctx: KoaContextWithOIDC,
  secondFactor: SecondFactor,
): Promise<GrantRow | undefined> {
  const id = ctx.oidc.session?.grantIdFor(required(ctx.oidc.client, 'client').clientId)
  const grant = id ? await readGrant(db, id, secondFactor) : undefined
  return grant?.session_id === stateOf(ctx).browser?.sessionId ? grant : undefined
}

const covers = (
  current: GrantRow,
  requested: Pick<GrantRow, 'tenant_id' | 'scopes' | 'resources'>,
): boolean =>
  current.tenant_id === requested.tenant_id &&
  requested.scopes.every((scope) => current.scopes.includes(scope)) &&
  Object.entries(requested.resources).every(
    ([resource, scopes]) =>
      Object.hasOwn(current.resources, resource) &&
      scopes
        .split(' ')
        .every(
          (scope) => !scope || required(current.resources[resource], 'resources').split(' ').includes(scope),
        ),
  )

/** Stores the grant of a sign-in to an application and its audit event. Returns the id of the grant. */
export async function openGrant(
  tx: Tx,
  grant: Parameters<typeof insertGrant>[1],
  request: RequestInfo,
): Promise<string> {
  await recordAudit(tx, {
    tenantId: grant.account_id,
    actorId: grant.account_id,
    action: 'SignInToApplication',
    targetType: 'application',
    targetId: grant.application_id,
    ip: request.ip,
    success: true,
    changes: {
      ...(grant.tenant_id && { tenantId: [null, grant.tenant_id] }),
      scopes: [null, grant.scopes],
    },
  })
  return insertGrant(tx, grant)
}

/**
 * Returns the organization of the sign-in, null if none is requested, or undefined if the user must choose
 * one. Throws access_denied if the user has no suitable organization.
 */
async function chooseTenant(
  db: Database,
  ctx: KoaContextWithOIDC,
  {
    application,
    remembered,
    current,
  }: { application: ApplicationRow; remembered: string | null | undefined; current: GrantRow | undefined },
): Promise<string | null | undefined> {
  const requested = ctx.oidc.requestParamOIDCScopes.has('organization')
  if (!requested && !application.tenant_ids.length) return null
  const { accountId } = required(stateOf(ctx).browser, 'browser')
  const usable = (await listChoices(db.query, accountId, application)).filter((choice) => choice.usable)
  if (!usable.length) throw new errors.AccessDenied('no organization of this account can use the application')
  if (!requested) return null
  const id = selectTenant(usable, accountId, {
    named: ctx.oidc.params?.organization_id,
    chosen: resultOf(ctx)?.organization?.tenantId,
    remembered,
  })
  if (id === null)
    throw new errors.AccessDenied(
      'organization_id: this account cannot use the application in that organization',
    )
  // With prompt=none, the user cannot be asked, so use the organization of the existing grant if possible.
  if (id === undefined && ctx.oidc.prompts.has('none'))
    return usable.find((choice) => choice.id === current?.tenant_id)?.id
  return id
}
