import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Locale } from '../../../contract/errors.ts'
import { maskPhone } from '../../accounts/phones/phone.ts'
import { findAccounts } from '../../accounts/store.ts'
import { findConsent, rememberTenant, saveConsent } from '../../applications/consents.store.ts'
import { lastTenant } from '../../applications/grants.ts'
import { listChoices, organizationClaim, selectTenant } from '../../applications/organizations.ts'
import { iconPath } from '../../applications/rules.ts'
import { type ApplicationRow, findApplication } from '../../applications/store.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { SecondFactor } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import { codeLabels } from '../../members/codes.ts'
import type { BrowserSession } from '../../sessions/browser.ts'
import type { Broker } from '../broker/broker.ts'
import { OAuthError } from '../errors.ts'
import { findSignedIn, type SignedInAccount } from '../locks.ts'
import { uidOf } from './adapter.ts'
import type { InteractionResult } from './authorize.ts'
import { interactionCookie, paths } from './provider/paths.ts'
import { hintedAccount } from './requests/hint.ts'

interface Dependencies {
  db: Database
  secondFactor: SecondFactor
  origin: () => string
  browserOf: (request: FastifyRequest) => Promise<BrowserSession | null>
  provider: () => Provider
  requestInfo: (request: FastifyRequest) => RequestInfo
  broker: Pick<Broker, 'hintPath' | 'keyOf'>
}

type Interaction = InstanceType<Provider['Interaction']>

/** The steps that an interaction page of the console can submit. */
type Step = 'login' | 'organization' | 'consent' | 'decline'

interface Submission {
  step?: unknown
  tenantId?: unknown
  remember?: unknown
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
const signInNotFound = () => new OAuthError(404, 'not_found', 'this sign-in has ended')

/**
 * Registers the endpoints of the sign-in interaction pages. Only console pages can call them, and each
 * request needs the cookie of the browser in which the sign-in began.
 */
export function registerInteractions(app: FastifyInstance, deps: Dependencies): void {
  const path = `${paths.interaction}/:uid`
  app.get(path, async (request, reply) => reply.redirect(await pageOf(deps, request), 303))
  app.get(`${path}/details`, (request) => describe(deps, request))
  app.post(path, (request, reply) => submit(deps, request, reply))
}

/**
 * Returns the path of the sign-in page. If the application names an identity source and nobody is signed in,
 * returns the path that starts the sign-in at this source.
 */
async function pageOf(deps: Dependencies, request: FastifyRequest): Promise<string> {
  const page = `/continue/${encodeURIComponent((request.params as { uid: string }).uid)}`
  const found = await findInteraction(deps, request).catch(() => null)
  const { kc_idp_hint: hint, login_hint: loginHint } = found?.interaction.params ?? {}
  if (hint === undefined || (await deps.browserOf(request))) return page
  return (await deps.broker.hintPath(hint, page, loginHint)) ?? page
}

async function findInteraction({ db, provider }: Dependencies, request: FastifyRequest) {
  const { uid } = request.params as { uid: string }
  const cookies = request.headers.cookie?.split(/;\s*/) ?? []
  const interaction = cookies.includes(`${interactionCookie}=${uid}`)
    ? await provider().Interaction.find(uid)
    : undefined
  if (!interaction) throw signInNotFound()
  // Load the application again. It may have been disabled, or its redirect URIs changed, since the page was
  // opened.
  const application = await findApplication(db.query, String(interaction.params.client_id))
  const changedAt = application?.redirects_changed_at
  if (!application?.enabled || (changedAt && seconds(changedAt) > interaction.iat)) throw signInNotFound()
  return { interaction, application }
}

/** Whether a signed-in user must sign in again, because of `prompt=login` or `max_age`. */
const requiresNewLogin = ({ prompt, iat }: Interaction, browser: BrowserSession | null): boolean =>
  prompt.reasons.some((reason) => reason === 'login_prompt' || reason === 'max_age') &&
  browser !== null &&
  seconds(browser.authenticatedAt) < iat

/** Whether the application requested an account other than the one that is signed in. */
const requiresOtherAccount = ({ params }: Interaction, browser: BrowserSession | null): boolean => {
  const hinted = hintedAccount(params)
  return browser !== null && hinted !== undefined && hinted !== browser.accountId
}

/**
 * Returns the current step. If a different user or session has become active in the browser since the sign-in
 * began, the step is `login`, which the user must confirm.
 */
const stepOf = ({ prompt, session }: Interaction, browser: BrowserSession | null): string =>
  browser && session?.uid !== uidOf(browser) ? 'login' : prompt.name

async function describe(deps: Dependencies, request: FastifyRequest): Promise<object> {
  const { db, secondFactor } = deps
  const { interaction, application } = await findInteraction(deps, request)
  const browser = await deps.browserOf(request)
  const account = browser && (await findSignedIn(db.query, browser.accountId, secondFactor))
  const { params } = interaction
  const step = stepOf(interaction, browser)
  return {
    step,
    application: describeApplication(application),
    returnsTo: targetOf(String(params.redirect_uri)),
    account: account && describeAccount(account),
    again: requiresNewLogin(interaction, browser),
    otherAccount: requiresOtherAccount(interaction, browser),
    loginHint: params.login_hint ?? null,
    idpHint: await deps.broker.keyOf(params.kc_idp_hint),
    uiLocales: params.ui_locales ?? null,
    ...(account && step === 'organization' && (await listOrganizationChoices(db, account.id, application))),
    ...(account &&
      step === 'consent' &&
      (await describeConsent(db, account.id, application, interaction, deps.requestInfo(request).locale))),
  }
}

/** Returns the host of a redirect URI, or the URI's scheme if it has no host. */
function targetOf(address: string): string | null {
  const url = URL.parse(address)
  return url && (url.host || url.protocol.slice(0, -1))
}

/** Returns the properties of an application that the interaction pages show. */
export const describeApplication = (application: ApplicationRow) => ({
  name: application.name,
  firstParty: application.first_party,
  icon: iconPath(application.icon),
  policyUri: application.policy_uri,
  tosUri: application.tos_uri,
})

/** Returns the properties of the signed-in account that the interaction pages show. */
export const describeAccount = (account: SignedInAccount) => ({
  id: account.id,
  name: account.name,
  username: account.username,
  mobilePhone: account.mobile_phone && maskPhone(account.mobile_phone),
  email: account.email,
  passwordChangeRequired: account.lock === 'PASSWORD_CHANGE_REQUIRED',
  factorRequired: account.lock === 'FACTOR_REQUIRED',
})

/**
 * Returns the organizations that the page offers. `last` marks the organization that the user chose last. For
 * an organization that cannot be used, `owner` names the person to contact.
 */
async function listOrganizationChoices(db: Database, accountId: string, application: ApplicationRow) {
  const [found, last] = await Promise.all([
    listChoices(db.query, accountId, application),
    lastTenant(db.query, accountId, application.id),
  ])
  const owners = await findAccounts(
    db.query,
    found.flatMap(({ usable, ownerId }) => (usable ? [] : [ownerId])),
  )
  const organizations = found.map(({ ownerId, ...choice }) => ({
    ...choice,
    last: choice.id === last,
    owner: (!choice.usable && owners.get(ownerId)?.name) || null,
  }))
  return { organizations }
}

async function describeConsent(
  db: Database,
  accountId: string,
  application: ApplicationRow,
  { params, lastSubmission }: Interaction,
  locale: Locale,
) {
  const consent = await findConsent(db.query, accountId, application.id)
  const scopes = scopesOf(application, params)
  const { organizations } = await listOrganizationChoices(db, accountId, application)
  const tenantId = selectTenant(
    organizations.filter(({ usable }) => usable),
    accountId,
    {
      named: params.organization_id,
      chosen: ((lastSubmission ?? {}) as InteractionResult).organization?.tenantId,
      remembered: consent?.tenantId,
    },
  )
  const claim =
    tenantId && scopes.includes('organization')
      ? await organizationClaim(db.query, accountId, tenantId)
      : undefined
  return {
    ...{ scopes, allowed: consent?.scopes ?? [] },
    // The consent page shows the selected organization with its icon, so it also needs the list.
    organizations,
    ...(claim && { tenantId, permissions: await codeLabels(db.query, claim.auth_codes, locale) }),
  }
}

/**
 * Returns the requested scopes that the application is registered with, without `openid`, which reveals
 * nothing. Unregistered scopes are text from the author of the link, so they are neither shown nor stored.
 */
export const scopesOf = (
  { scopes }: Pick<ApplicationRow, 'scopes'>,
  { scope }: { scope?: unknown },
): string[] => {
  const requested = new Set(String(scope ?? '').split(' '))
  return [...requested].filter((each) => each !== 'openid' && scopes.includes(each))
}

async function submit(deps: Dependencies, request: FastifyRequest, reply: FastifyReply) {
  const { db, origin } = deps
  if (request.headers.origin !== origin())
    throw new OAuthError(403, 'access_denied', 'the request does not come from the console')
  const { interaction, application } = await findInteraction(deps, request)
  const browser = await deps.browserOf(request)
  const submission = (request.body ?? {}) as Submission
  const result = await resultOf({ db, application, interaction, browser }, submission)
  // After a login, discard the results of earlier steps, because a different user may have chosen the
  // organization.
  interaction.result = (
    'error' in result || result.login ? result : { ...interaction.lastSubmission, ...result }
  ) as never
  // A different user may have logged in. Clear the stored session, so that the sign-in continues with the
  // browser's current session.
  if (result.login) interaction.session = undefined as never
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
  return reply.send({ next: interaction.returnTo })
}

interface InteractionContext {
  db: Database
  application: ApplicationRow
  interaction: Interaction
  browser: BrowserSession | null
}

async function resultOf(context: InteractionContext, submission: Submission): Promise<InteractionResult> {
  const { db, application, interaction, browser } = context
  const step = submission.step as Step
  if (step === 'decline')
    return { error: 'access_denied', error_description: 'the user canceled the sign-in' }
  if (step !== stepOf(interaction, browser))
    throw new OAuthError(409, 'conflict', 'this is not the current step of the sign-in')
  if (!browser) throw new OAuthError(403, 'login_required', 'this browser has no signed-in user')
  if (step === 'login') {
    if (requiresOtherAccount(interaction, browser))
      throw new OAuthError(403, 'login_required', 'the application requires a different account')
    if (requiresNewLogin(interaction, browser))
      throw new OAuthError(403, 'login_required', 'a new sign-in is required')
    return { login: { accountId: browser.accountId, ts: seconds(browser.authenticatedAt) } }
  }
  if (step === 'organization') {
    const usable = (await listChoices(db.query, browser.accountId, application)).filter((each) => each.usable)
    const chosen = usable.find(({ id }) => id === submission.tenantId)
    if (!chosen) throw new OAuthError(409, 'conflict', 'this organization cannot be chosen')
    if (submission.remember === true)
      await rememberTenant(db.query, browser.accountId, application.id, chosen.id)
    return { organization: { tenantId: chosen.id } }
  }
  await saveConsent(db.query, browser.accountId, application.id, scopesOf(application, interaction.params))
  return { consent: {} }
}
