import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { findConsent, saveConsent } from '../../applications/consents.store.ts'
import { answerDeviceCode, findDeviceCode } from '../../applications/device-codes.ts'
import { lastTenant } from '../../applications/grants.ts'
import { listChoices, selectTenant } from '../../applications/organizations.ts'
import { isStandard, offeredScopes } from '../../applications/rules.ts'
import { type ApplicationRow, findApplication } from '../../applications/store.ts'
import type { Limiter } from '../../core/limit.ts'
import type { RequestInfo } from '../../core/request.ts'
import { plainCode } from '../../core/text.ts'
import type { SecondFactor } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import type { BrowserSession } from '../../sessions/browser.ts'
import { OAuthError } from '../errors.ts'
import { findSignedIn, lockedError } from '../locks.ts'
import { authenticationClaims } from '../tokens.ts'
import { uidOf } from './adapter.ts'
import { openGrant } from './authorize.ts'
import { describeAccount, describeApplication, scopesOf } from './interactions.ts'
import { paths } from './provider/paths.ts'

interface Dependencies {
  db: Database
  secondFactor: SecondFactor
  limiter: Limiter
  issuer: () => string
  origin: () => string
  browserOf: (request: FastifyRequest) => Promise<BrowserSession | null>
  requestInfo: (request: FastifyRequest) => RequestInfo
}

/**
 * The request body that the device page sends. If it contains only the user code, the response describes what
 * the device requests.
 */
interface PageInput {
  userCode?: unknown
  step?: unknown
  tenantId?: unknown
}

/** The fields of a device code's payload that oidc-provider writes and this file reads. */
interface DeviceCodePayload {
  clientId: string
  iat: number
  params: { scope?: string; resource?: string | string[]; organization_id?: string; device_name?: string }
  deviceInfo: { ip: string; userAgent: string | null }
}

interface DeviceRequest {
  userCode: string
  payload: DeviceCodePayload
  /** Seconds until the code expires. */
  seconds: number
  application: ApplicationRow
  browser: BrowserSession
}

/**
 * Registers the endpoint of the page where users enter the code that a device shows. Only console pages can
 * call it. If nobody is signed in, its responses reveal nothing about a code.
 */
export function registerDevicePage(app: FastifyInstance, deps: Dependencies): void {
  app.post(paths.devicePage, async (request) => {
    const { db, origin } = deps
    if (request.headers.origin !== origin())
      throw new OAuthError(403, 'access_denied', 'the request does not come from the console')
    const browser = await deps.browserOf(request)
    const input = (request.body ?? {}) as PageInput
    if (!browser && input.step === undefined) return { account: null }
    if (!browser) throw new OAuthError(403, 'login_required', 'this browser has no signed-in user')
    const deviceRequest = await findDeviceRequest(deps, browser, input.userCode)
    if (input.step === undefined) return describe(deps, deviceRequest)
    if (input.step === 'allow') await approve(deps, deviceRequest, input.tenantId, deps.requestInfo(request))
    else await decline(db, deviceRequest)
    return {}
  })
}

const codeNotFound = () => new OAuthError(404, 'not_found', 'the code is unknown or has expired')

/**
 * Finds the device authorization for a user code. User codes are short, so each wrong code counts towards a
 * lock of the account, and each further lock lasts longer.
 */
async function findDeviceRequest(
  { db, limiter }: Dependencies,
  browser: BrowserSession,
  typed: unknown,
): Promise<DeviceRequest> {
  const userCode = plainCode(String(typed ?? ''))
  const count = { kind: 'device-code', subject: browser.accountId }
  await limiter.take(db.query, { ...count, ...limits.deviceCode })
  const code = userCode.length === 8 ? await findDeviceCode(db.query, userCode) : undefined
  const payload = code?.payload as DeviceCodePayload | undefined
  const application = payload && (await findApplication(db.query, payload.clientId))
  if (!code || !payload || !application?.enabled) throw codeNotFound()
  await limiter.giveBack(db.query, count)
  return { userCode, payload, seconds: code.seconds, application, browser }
}

async function describe(
  { db, secondFactor }: Dependencies,
  { payload, seconds, application, browser }: DeviceRequest,
): Promise<object> {
  const account = required(await findSignedIn(db.query, browser.accountId, secondFactor), 'account')
  const { params, deviceInfo, iat } = payload
  return {
    application: describeApplication(application),
    device: {
      name: params.device_name?.slice(0, limits.name.max) || null,
      userAgent: deviceInfo.userAgent,
      ip: deviceInfo.ip,
      asked: new Date(iat * 1000).toISOString(),
    },
    seconds,
    account: describeAccount(account),
    scopes: scopesOf(application, params),
    ...(await listOrganizations(db, { payload, application, browser })),
  }
}

/**
 * Returns the organizations to choose from if the application requires an organization. The organization that
 * was requested, remembered or last chosen comes first.
 */
async function listOrganizations(
  db: Database,
  { payload, application, browser }: Omit<DeviceRequest, 'userCode' | 'seconds'>,
) {
  const requiresChoice = scopesOf(application, payload.params).includes('organization')
  if (!requiresChoice && !application.tenant_ids.length) return {}
  const usable = (await listChoices(db.query, browser.accountId, application)).filter((each) => each.usable)
  if (!requiresChoice) return usable.length ? {} : { organizations: [] }
  const { accountId } = browser
  const { organization_id: named } = payload.params
  if (named) {
    const id = selectTenant(usable, accountId, { named })
    return { organizations: usable.filter((each) => each.id === id) }
  }
  const remembered = (await findConsent(db.query, accountId, application.id))?.tenantId
  const first =
    selectTenant(usable, accountId, { remembered }) ?? (await lastTenant(db.query, accountId, application.id))
  return {
    organizations: usable.toSorted((one, other) => Number(other.id === first) - Number(one.id === first)),
  }
}

/** In one transaction, stores the grant, the consent and the response that the polling device gets. */
async function approve(
  { db, issuer, secondFactor }: Dependencies,
  deviceRequest: DeviceRequest,
  tenantId: unknown,
  request: RequestInfo,
): Promise<void> {
  const { userCode, payload, application, browser } = deviceRequest
  const account = await findSignedIn(db.query, browser.accountId, secondFactor)
  if (account?.lock) throw lockedError(account.lock)
  const { organizations } = await listOrganizations(db, deviceRequest)
  const chosen = organizations?.find((each) => each.id === tenantId)
  if (organizations && !chosen) throw new OAuthError(409, 'conflict', 'this organization cannot be chosen')
  const requested = payload.params.scope?.split(' ') ?? []
  const scopes = ['openid', ...scopesOf(application, payload.params)].filter((each) =>
    requested.includes(each),
  )
  const resources = [payload.params.resource ?? issuer()].flat()
  await db.transaction(async (tx) => {
    const grantId = await openGrant(
      tx,
      {
        account_id: browser.accountId,
        application_id: application.id,
        session_id: browser.sessionId,
        tenant_id: chosen?.id ?? null,
        scopes: scopes.filter(isStandard),
        resources: Object.fromEntries(
          resources.map((each) => {
            const offered = offeredScopes(application, each === issuer())
            return [each, scopes.filter((scope) => offered.includes(scope)).join(' ')]
          }),
        ),
      },
      request,
    )
    // The consent is also stored for first-party applications, so that users can withdraw it on the account
    // page.
    await saveConsent(tx, browser.accountId, application.id, scopesOf(application, payload.params))
    const answer = {
      grantId,
      // If there is only one resource, the device can omit it in the token request. If there are several, the
      // device must name one.
      resource: resources.length === 1 ? resources[0] : resources,
      accountId: browser.accountId,
      sessionUid: uidOf(browser),
      authTime: Math.floor(browser.authenticatedAt.getTime() / 1000),
      ...authenticationClaims(browser),
      scope: scopes.join(' '),
    }
    if (!(await answerDeviceCode(tx, userCode, answer))) throw codeNotFound()
  })
}

async function decline(db: Database, { userCode }: DeviceRequest): Promise<void> {
  const answer = { error: 'access_denied', errorDescription: 'the user denied the request' }
  if (!(await answerDeviceCode(db.query, userCode, answer))) throw codeNotFound()
}
