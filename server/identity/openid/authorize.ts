import { errors, type Grant, type KoaContextWithOIDC } from 'oidc-provider'
import { required } from '../../../contract/required.ts'
import { findConsent } from '../../applications/consents.store.ts'
import { type GrantRow, insertGrant } from '../../applications/grants.ts'
import { chooseOf, listChoices } from '../../applications/organizations.ts'
import type { ApplicationRow } from '../../applications/store.ts'
import { recordAudit } from '../../core/audit.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { SecondFactor } from '../../core/viewer.ts'
import type { Database, Tx } from '../../db/open.ts'
import { readApplication, readGrant } from './reading.ts'
import { stateOf } from './state.ts'

/** What the pages of a sign-in have answered. */
export interface InteractionResult {
  login?: { accountId: string; ts: number }
  organization?: { tenantId: string }
  consent?: object
  error?: string
  error_description?: string
}

const resultOf = (ctx: KoaContextWithOIDC) => ctx.oidc.result as InteractionResult | undefined

/**
 * The grant that an authorization request may be answered by: one that this session has to this application already, or
 * a new one. undefined where a page has to be shown first; policy.ts says which.
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
  const present = await presentGrant(db, ctx, secondFactor)
  state.tenantId = await chooseTenant(db, ctx, { application, remembered: consent?.tenantId, present })
  if (state.tenantId === undefined) return undefined

  const scopes = [...ctx.oidc.requestParamOIDCScopes]
  const resources = Object.fromEntries(
    Object.entries(ctx.oidc.resourceServers ?? {}).map(([resource, { scopes: offered }]) => [
      resource,
      [...ctx.oidc.requestParamScopes].filter((scope) => offered.has(scope)).join(' '),
    ]),
  )
  const asked = new Set([...scopes, ...Object.values(resources).flatMap((list) => list.split(' '))])
  if (!application.first_party && !isCovered(asked, consent?.scopes)) return undefined

  const wanted = {
    account_id: browser.accountId,
    application_id: application.id,
    session_id: browser.sessionId,
  }
  const grant = { ...wanted, tenant_id: state.tenantId, scopes, resources }
  const id =
    present && isSame(present, grant)
      ? present.id
      : await db.transaction((tx) => openGrant(tx, grant, state.request))
  return provider.Grant.find(id)
}

/** openid says nothing of anybody, so it is not asked for. */
const isCovered = (asked: ReadonlySet<string>, allowed: readonly string[] = []): boolean =>
  [...asked].every((scope) => !scope || scope === 'openid' || allowed.includes(scope))

async function presentGrant(
  db: Database,
  ctx: KoaContextWithOIDC,
  secondFactor: SecondFactor,
): Promise<GrantRow | undefined> {
  const id = ctx.oidc.session?.grantIdFor(required(ctx.oidc.client, 'client').clientId)
  const grant = id ? await readGrant(db, id, secondFactor) : undefined
  return grant?.session_id === stateOf(ctx).browser?.sessionId ? grant : undefined
}

const isSame = (present: GrantRow, wanted: Pick<GrantRow, 'tenant_id' | 'scopes' | 'resources'>): boolean =>
  present.tenant_id === wanted.tenant_id &&
  wanted.scopes.every((scope) => present.scopes.includes(scope)) &&
  Object.entries(wanted.resources).every(
    ([resource, scopes]) =>
      Object.hasOwn(present.resources, resource) &&
      scopes
        .split(' ')
        .every(
          (scope) =>
            !scope || required(present.resources[resource], 'item of resources').split(' ').includes(scope),
        ),
  )

/** A sign-in of somebody to an application, which they find in their record; its id. */
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

/** null where none is asked for, undefined where somebody has to choose. Throws access_denied where there is none. */
async function chooseTenant(
  db: Database,
  ctx: KoaContextWithOIDC,
  {
    application,
    remembered,
    present,
  }: { application: ApplicationRow; remembered: string | null | undefined; present: GrantRow | undefined },
): Promise<string | null | undefined> {
  const asked = ctx.oidc.requestParamOIDCScopes.has('organization')
  if (!asked && !application.tenant_ids.length) return null
  const { accountId } = required(stateOf(ctx).browser, 'browser')
  const usable = (await listChoices(db.query, accountId, application)).filter((choice) => choice.usable)
  if (!usable.length) throw new errors.AccessDenied('no organization of this account may use the application')
  if (!asked) return null
  const id = chooseOf(usable, accountId, {
    named: ctx.oidc.params?.organization_id,
    chosen: resultOf(ctx)?.organization?.tenantId,
    remembered,
  })
  if (id === null)
    throw new errors.AccessDenied('organization_id: not one that this account may use the application in')
  // Who may not be asked stays where they are.
  if (id === undefined && ctx.oidc.prompts.has('none'))
    return usable.find((choice) => choice.id === present?.tenant_id)?.id
  return id
}
