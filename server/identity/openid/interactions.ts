import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Locale } from '../../../contract/errors.ts'
import { maskPhone } from '../../accounts/phones/phone.ts'
import { findAccounts } from '../../accounts/store.ts'
import { findConsent, rememberTenant, saveConsent } from '../../applications/consents.store.ts'
import { lastTenant } from '../../applications/grants.ts'
import { chooseOf, listChoices, organizationClaim } from '../../applications/organizations.ts'
import { iconPath } from '../../applications/rules.ts'
import { type ApplicationRow, findApplication } from '../../applications/store.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { SecondFactor } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import { codeLabels } from '../../members/codes.ts'
import type { BrowserSession } from '../../sessions/browser.ts'
import { OAuthError } from '../errors.ts'
import { findSignedIn, type SignedInAccount } from '../locks.ts'
import { uidOf } from './adapter.ts'
import type { InteractionResult } from './authorize.ts'
import { interactionCookie, paths } from './provider.ts'

interface Parts {
  db: Database
  secondFactor: SecondFactor
  origin: () => string
  browserOf: (request: FastifyRequest) => Promise<BrowserSession | null>
  provider: () => Provider
  requestInfo: (request: FastifyRequest) => RequestInfo
}

type Interaction = InstanceType<Provider['Interaction']>

/** What a page of the console answers for a step of a sign-in. */
type Step = 'login' | 'organization' | 'consent' | 'decline'

interface Answer {
  step?: unknown
  tenantId?: unknown
  remember?: unknown
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
const gone = () => new OAuthError(404, 'not_found', 'this sign-in has ended')

/**
 * What the pages of a sign-in to an application ask and answer. They are the console's, of this origin; the cookie of the
 * very browser that the sign-in began in has to come with each call.
 */
export function registerInteractions(app: FastifyInstance, parts: Parts): void {
  const path = `${paths.interaction}/:uid`
  app.get(path, (request, reply) =>
    reply.redirect(`/continue/${encodeURIComponent((request.params as { uid: string }).uid)}`, 303),
  )
  app.get(`${path}/details`, (request) => describe(parts, request))
  app.post(path, (request, reply) => answer(parts, request, reply))
}

async function find({ db, provider }: Parts, request: FastifyRequest) {
  const { uid } = request.params as { uid: string }
  const cookies = request.headers.cookie?.split(/;\s*/) ?? []
  const interaction = cookies.includes(`${interactionCookie}=${uid}`)
    ? await provider().Interaction.find(uid)
    : undefined
  if (!interaction) throw gone()
  // The application was disabled, or got another redirect address, since the page was opened.
  const application = await findApplication(db.query, String(interaction.params.client_id))
  const changedAt = application?.redirects_changed_at
  if (!application?.enabled || (changedAt && seconds(changedAt) > interaction.iat)) throw gone()
  return { interaction, application }
}

/** Somebody is signed in, yet has to prove anew who they are: `prompt=login` and `max_age` ask for that. */
const asksAgain = ({ prompt, iat }: Interaction, browser: BrowserSession | null): boolean =>
  prompt.reasons.some((reason) => reason === 'login_prompt' || reason === 'max_age') &&
  browser !== null &&
  seconds(browser.authenticatedAt) < iat

/** What was asked was asked of somebody: whoever has come after them, even to the next session, signs in themselves first. */
const stepOf = ({ prompt, session }: Interaction, browser: BrowserSession | null): string =>
  browser && session?.uid !== uidOf(browser) ? 'login' : prompt.name

async function describe(parts: Parts, request: FastifyRequest): Promise<object> {
  const { db, secondFactor } = parts
  const { interaction, application } = await find(parts, request)
  const browser = await parts.browserOf(request)
  const account = browser && (await findSignedIn(db.query, browser.accountId, secondFactor))
  const { params } = interaction
  const step = stepOf(interaction, browser)
  return {
    step,
    application: describeApplication(application),
    returnsTo: URL.parse(String(params.redirect_uri))?.host ?? null,
    account: account && describeAccount(account),
    again: asksAgain(interaction, browser),
    loginHint: params.login_hint ?? null,
    uiLocales: params.ui_locales ?? null,
    ...(account && step === 'organization' && (await choices(db, account.id, application))),
    ...(account &&
      step === 'consent' &&
      (await asked(db, account.id, application, interaction, parts.requestInfo(request).locale))),
  }
}

/** What the pages show of it. */
export const describeApplication = (application: ApplicationRow) => ({
  name: application.name,
  firstParty: application.first_party,
  icon: iconPath(application.icon),
  policyUri: application.policy_uri,
  tosUri: application.tos_uri,
})

/** Of who is signed in, what the pages show. */
export const describeAccount = (account: SignedInAccount) => ({
  id: account.id,
  name: account.name,
  username: account.username,
  mobilePhone: account.mobile_phone && maskPhone(account.mobile_phone),
  email: account.email,
  passwordChangeRequired: account.lock === 'PASSWORD_CHANGE_REQUIRED',
  factorRequired: account.lock === 'FACTOR_REQUIRED',
})

/** What the page of a choice shows: of those that are not usable whom to ask; `last` is the one that was chosen last. */
async function choices(db: Database, accountId: string, application: ApplicationRow) {
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

async function asked(
  db: Database,
  accountId: string,
  application: ApplicationRow,
  { params, lastSubmission }: Interaction,
  locale: Locale,
) {
  const consent = await findConsent(db.query, accountId, application.id)
  const scopes = scopesOf(application, params)
  const { organizations } = await choices(db, accountId, application)
  const tenantId = chooseOf(
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
    // For the picture beside it, too.
    organizations,
    ...(claim && { tenantId, permissions: await codeLabels(db.query, claim.auth_codes, locale) }),
  }
}

/**
 * The requested scopes that people are asked about: those that the application is registered with, without openid, which
 * reveals nothing. Any other text in the request is the link's author's and is neither shown nor stored.
 */
export const scopesOf = (
  { scopes }: Pick<ApplicationRow, 'scopes'>,
  { scope }: { scope?: unknown },
): string[] => {
  const requested = new Set(String(scope ?? '').split(' '))
  return [...requested].filter((each) => each !== 'openid' && scopes.includes(each))
}

async function answer(parts: Parts, request: FastifyRequest, reply: FastifyReply) {
  const { db, origin } = parts
  if (request.headers.origin !== origin()) throw new OAuthError(403, 'access_denied', 'not from this page')
  const { interaction, application } = await find(parts, request)
  const browser = await parts.browserOf(request)
  const given = (request.body ?? {}) as Answer
  const result = await resultOf({ db, application, interaction, browser }, given)
  // A login begins anew: an organization that was chosen before was somebody else's choice.
  interaction.result = (
    'error' in result || result.login ? result : { ...interaction.lastSubmission, ...result }
  ) as never
  // Whoever signs in anew, as somebody else even, goes on with the session that they have now.
  if (result.login) interaction.session = undefined as never
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
  return reply.send({ next: interaction.returnTo })
}

interface Scene {
  db: Database
  application: ApplicationRow
  interaction: Interaction
  browser: BrowserSession | null
}

async function resultOf(scene: Scene, given: Answer): Promise<InteractionResult> {
  const { db, application, interaction, browser } = scene
  const step = given.step as Step
  if (step === 'decline')
    return { error: 'access_denied', error_description: 'the user did not sign in to the application' }
  if (step !== stepOf(interaction, browser))
    throw new OAuthError(409, 'conflict', 'this step is not asked for')
  if (!browser) throw new OAuthError(403, 'login_required', 'nobody is signed in in this browser')
  if (step === 'login') {
    if (asksAgain(interaction, browser))
      throw new OAuthError(403, 'login_required', 'a new sign-in is needed')
    return { login: { accountId: browser.accountId, ts: seconds(browser.authenticatedAt) } }
  }
  if (step === 'organization') {
    const usable = (await listChoices(db.query, browser.accountId, application)).filter((each) => each.usable)
    const chosen = usable.find(({ id }) => id === given.tenantId)
    if (!chosen) throw new OAuthError(409, 'conflict', 'not an organization to choose')
    if (given.remember === true) await rememberTenant(db.query, browser.accountId, application.id, chosen.id)
    return { organization: { tenantId: chosen.id } }
  }
  await saveConsent(db.query, browser.accountId, application.id, scopesOf(application, interaction.params))
  return { consent: {} }
}
