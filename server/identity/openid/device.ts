import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { findConsent, saveConsent } from '../../applications/consents.store.ts'
import { answerDeviceCode, findDeviceCode } from '../../applications/device-codes.ts'
import { lastTenant } from '../../applications/grants.ts'
import { chooseOf, listChoices } from '../../applications/organizations.ts'
import { isStandard, offeredScopes } from '../../applications/rules.ts'
import { type ApplicationRow, findApplication } from '../../applications/store.ts'
import type { Limiter } from '../../core/limit.ts'
import type { RequestInfo } from '../../core/request.ts'
import { plainCode } from '../../core/text.ts'
import type { SecondFactor } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import type { BrowserSession } from '../../sessions/browser.ts'
import { OAuthError } from '../errors.ts'
import { howProved } from '../levels.ts'
import { findSignedIn, locked } from '../locks.ts'
import { uidOf } from './adapter.ts'
import { openGrant } from './authorize.ts'
import { describeAccount, describeApplication, scopesOf } from './interactions.ts'
import { paths } from './provider.ts'

interface Parts {
  db: Database
  secondFactor: SecondFactor
  limiter: Limiter
  issuer: () => string
  origin: () => string
  browserOf: (request: FastifyRequest) => Promise<BrowserSession | null>
  requestInfo: (request: FastifyRequest) => RequestInfo
}

/** What the page of the console sends: the code alone asks what it is for. */
interface Given {
  userCode?: unknown
  step?: unknown
  tenantId?: unknown
}

/** The part of a device code that the OpenID provider writes and we read. */
interface Asked {
  clientId: string
  iat: number
  params: { scope?: string; resource?: string | string[]; organization_id?: string; device_name?: string }
  deviceInfo: { ip: string; userAgent: string | null }
}

interface Scene {
  userCode: string
  asked: Asked
  /** Seconds in which it can be answered. */
  seconds: number
  application: ApplicationRow
  browser: BrowserSession
}

/**
 * The page where the code from a device's screen is entered: the console's, by calls of this origin alone. Nothing is said
 * of a code to somebody who is not signed in.
 */
export function registerDevicePage(app: FastifyInstance, parts: Parts): void {
  app.post(paths.devicePage, async (request) => {
    const { db, origin } = parts
    if (request.headers.origin !== origin()) throw new OAuthError(403, 'access_denied', 'not from this page')
    const browser = await parts.browserOf(request)
    const given = (request.body ?? {}) as Given
    if (!browser && given.step === undefined) return { account: null }
    if (!browser) throw new OAuthError(403, 'login_required', 'nobody is signed in in this browser')
    const scene = await find(parts, browser, given.userCode)
    if (given.step === undefined) return describe(parts, scene)
    if (given.step === 'allow') await allow(parts, scene, given.tenantId, parts.requestInfo(request))
    else await decline(db, scene)
    return {}
  })
}

const gone = () => new OAuthError(404, 'not_found', 'no such code, or it has ended')

/** Codes are short: whoever enters several wrong ones has to wait, longer each time. */
async function find({ db, limiter }: Parts, browser: BrowserSession, typed: unknown): Promise<Scene> {
  const userCode = plainCode(String(typed ?? ''))
  const count = { kind: 'device-code', who: browser.accountId }
  await limiter.take(db.query, { ...count, ...limits.deviceCode })
  const code = userCode.length === 8 ? await findDeviceCode(db.query, userCode) : undefined
  const asked = code?.payload as Asked | undefined
  const application = asked && (await findApplication(db.query, asked.clientId))
  if (!code || !asked || !application?.enabled) throw gone()
  await limiter.giveBack(db.query, count)
  return { userCode, asked, seconds: code.seconds, application, browser }
}

async function describe(
  { db, secondFactor }: Parts,
  { asked, seconds, application, browser }: Scene,
): Promise<object> {
  const account = required(
    await findSignedIn(db.query, browser.accountId, secondFactor),
    'result of findSignedIn',
  )
  const { params, deviceInfo, iat } = asked
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
    ...(await tenants(db, { asked, application, browser })),
  }
}

/** Those to choose among, where the application asks for one; the first is the one that was named, remembered or chosen last. */
async function tenants(db: Database, { asked, application, browser }: Omit<Scene, 'userCode' | 'seconds'>) {
  const wanted = scopesOf(application, asked.params).includes('organization')
  if (!wanted && !application.tenant_ids.length) return {}
  const usable = (await listChoices(db.query, browser.accountId, application)).filter((each) => each.usable)
  if (!wanted) return usable.length ? {} : { organizations: [] }
  const { accountId } = browser
  const { organization_id: named } = asked.params
  if (named) {
    const id = chooseOf(usable, accountId, { named })
    return { organizations: usable.filter((each) => each.id === id) }
  }
  const remembered = (await findConsent(db.query, accountId, application.id))?.tenantId
  const first =
    chooseOf(usable, accountId, { remembered }) ?? (await lastTenant(db.query, accountId, application.id))
  return {
    organizations: usable.toSorted((one, other) => Number(other.id === first) - Number(one.id === first)),
  }
}

/** One transaction: the sign-in, what was allowed, and the answer that the device gets. */
async function allow(
  { db, issuer, secondFactor }: Parts,
  scene: Scene,
  tenantId: unknown,
  request: RequestInfo,
): Promise<void> {
  const { userCode, asked, application, browser } = scene
  const account = await findSignedIn(db.query, browser.accountId, secondFactor)
  if (account?.lock) throw locked(account.lock)
  const { organizations } = await tenants(db, scene)
  const chosen = organizations?.find((each) => each.id === tenantId)
  if (organizations && !chosen) throw new OAuthError(409, 'conflict', 'not an organization to choose')
  const requested = asked.params.scope?.split(' ') ?? []
  const scopes = ['openid', ...scopesOf(application, asked.params)].filter((each) => requested.includes(each))
  const resources = [asked.params.resource ?? issuer()].flat()
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
    // Whoever it belongs to: on the account page it is taken back.
    await saveConsent(tx, browser.accountId, application.id, scopesOf(application, asked.params))
    const answer = {
      grantId,
      // One is written as such: of several the device has to name one.
      resource: resources.length === 1 ? resources[0] : resources,
      accountId: browser.accountId,
      sessionUid: uidOf(browser),
      authTime: Math.floor(browser.authenticatedAt.getTime() / 1000),
      ...howProved(browser),
      scope: scopes.join(' '),
    }
    if (!(await answerDeviceCode(tx, userCode, answer))) throw gone()
  })
}

async function decline(db: Database, { userCode }: Scene): Promise<void> {
  const answer = { error: 'access_denied', errorDescription: 'the user declined' }
  if (!(await answerDeviceCode(db.query, userCode, answer))) throw gone()
}
