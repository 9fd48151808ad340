import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { storeAgreement } from './accounts/agreements/store.ts'
import { cancelClosure } from './accounts/closing/mutations.ts'
import { verifyPassword } from './accounts/passwords/hash.ts'
import { findAdmins } from './accounts/status/store.ts'
import { findPhones } from './accounts/store.ts'
import { deleteGrants } from './applications/grants.ts'
import { useOnce } from './applications/issued.ts'
import { loadServiceAccount } from './applications/programs.ts'
import { notifyOfServiceAccounts } from './applications/service-accounts/leaving.ts'
import { refreshPendingCertification, withdrawCertification } from './certification/store.ts'
import type { Config } from './config.ts'
import type { Services } from './core/context.ts'
import type { Jobs } from './core/jobs/jobs.ts'
import { createLimiter } from './core/limit.ts'
import { createLive } from './core/live.ts'
import { createProofOfWork } from './core/proof-of-work/proof-of-work.ts'
import type { Caller, SecondFactor } from './core/viewer.ts'
import type { Database } from './db/open.ts'
import type { Tables } from './db/tables.ts'
import { createAddresses } from './events/webhooks/addresses.ts'
import { notifyRecoveryCodeUsed } from './factors/notify.ts'
import { relyingPartyOf } from './factors/passkeys.ts'
import { type DeviceGateway, reachableUrl } from './gateway/open.ts'
import { createIdentity } from './identity/index.ts'
import { readProofOfWorkKey } from './identity/keys/keys.ts'
import { findTenantNames } from './members/store.ts'
import { createMessages } from './notifications/messages.ts'
import { createOutbox } from './notifications/outbox.ts'
import { createSmsReceipts } from './notifications/receipts/poll.ts'
import { createSmsBudget } from './notifications/sms-budget.ts'
import { isFactorRequired } from './sessions/factor-requirement.ts'
import type { Guard } from './sessions/guard.ts'
import { createGuard } from './sessions/guard.ts'
import { isFamiliar } from './sessions/known-browsers.ts'
import { endSessions, loadViewerRow } from './sessions/store.ts'
import { findOrganizationManagers } from './tenants/members.ts'
import { openPersonalTenants } from './tenants/private.ts'
import { findOwnedTenantNames } from './tenants/store.ts'
import { setupOf } from './workplace/checklist/setup.ts'

interface Options {
  config: Config
  db: Database
  log: Logger
  registry: Registry
  jobs: Jobs
  /** Public URL of this server. */
  url: string
  /**
   * Returns the device gateway, or null if this server has none. The gateway is opened after the services are
   * created, so it cannot be passed as a value.
   */
  gateway(): DeviceGateway | null
}

type CallerIds = { accountId: string; sessionId: string } | { applicationId: string; tokenId: string }

/**
 * Returns the caller with their current permissions, or null if the caller's session or token is no longer
 * active.
 */
export const loadCallerRow = (
  query: Kysely<Tables>,
  caller: CallerIds,
  secondFactor: SecondFactor,
): Promise<Caller | null> =>
  'accountId' in caller ? loadViewerRow(query, caller, secondFactor) : loadServiceAccount(query, caller)

/** Creates the services that modules use, and starts the outbox and the token service. */
export async function createServices(options: Options): Promise<Services> {
  const { config, db, log, registry, jobs, url } = options
  const limiter = createLimiter({ multiplier: config.limits })
  const proofOfWork = createProofOfWork({ limiter, readKey: readProofOfWorkKey, useOnce })
  const guard = createGuard({ db, limiter, proofOfWork })
  const smsBudget = createSmsBudget({
    ...{ db, limiter, config, registry },
    notifyAdmins: async (tx, params) =>
      services.sendMessage(tx, { accountId: await findAdmins(tx), template: 'sms.budget', params }),
  })
  const outbox = createOutbox({ jobs, db, config, budget: smsBudget, log, registry })
  await outbox.start()
  const webhookAddresses = createAddresses(config.webhookNetworks)
  const identity = createIdentity({
    ...{ db, log, guard, limiter, addresses: webhookAddresses, services: () => services },
    providerAddresses: createAddresses(config.identityNetworks),
    realm: config.realm,
    secondFactor: config.secondFactor,
    requirePkce: config.requirePkce,
    publicUrl: () => url,
    requestInfo: ({ info }) => info,
    cancelClosure: (tx, account, request) => cancelClosure(tx, services, account, request),
    notifyRecoveryCodeUsed: (tx, account, request) =>
      notifyRecoveryCodeUsed({ tx, services, request }, account),
    storeAgreement: (agreement) => db.transaction((tx) => storeAgreement(tx, config.terms, agreement)),
  })
  await identity.start()
  const services: Services = {
    ...settingsFor(options),
    ...createMessages({ outbox, phonesOf: findPhones }),
    ...{ limiter, proofOfWork, outbox, smsBudget, identity, webhookAddresses },
    live: createLive({ db, log }),
    smsReceipts: createSmsReceipts({ db, config, log }),
    ...servicesOfSignIn(guard, config.secondFactor),
    openPersonalTenant: (tx, account) => services.openPersonalTenants(tx, [account]),
    openPersonalTenants: openPersonalTenants(config.deployment),
    tenantNames: findTenantNames,
    findOwnedTenantNames,
    findOrganizationManagers,
    membersLeft: (tx, tenantId, accountIds) => notifyOfServiceAccounts(tx, services, tenantId, accountIds),
    refreshPendingCertification,
    withdrawCertification,
  }
  return services
}

const settingsFor = ({ config, url, gateway }: Options) => ({
  deployment: config.deployment,
  product: config.brand.name,
  terms: config.terms,
  setup: setupOf(config),
  publicUrl: () => url,
  gatewayUrl() {
    const open = gateway()
    return open && reachableUrl(open.url, url)
  },
  relyingParty: () => relyingPartyOf(url),
})

const servicesOfSignIn = (guard: Guard, secondFactor: SecondFactor) =>
  ({
    isFamiliar,
    reloadViewer: <C extends Caller>(query: Kysely<Tables>, caller: C) =>
      loadCallerRow(query, caller, secondFactor) as Promise<C | null>,
    checkPassword: (account, password, due, request) =>
      guard.check(account.id, due, request, (slot) => verifyPassword(account.password_hash, password, slot)),
    clearFailedSignIns: guard.clear,
    attemptFactor: guard.attemptFactor,
    isFactorRequired: (query, accountId) => isFactorRequired(query, accountId, secondFactor),
    async endSessions(tx, accountId, options) {
      await endSessions(tx, accountId, options)
      await deleteGrants(tx, accountId, { exceptSession: options?.except })
    },
  }) satisfies Partial<Services>
