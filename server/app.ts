import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { required } from '../contract/required.ts'
import { ensureAdmin, type FirstAdmin } from './accounts/admins/first-admin.ts'
import { storeAgreement } from './accounts/agreements/store.ts'
import { cancelClosure } from './accounts/closing/mutations.ts'
import { saveLastTenant } from './accounts/last-tenant.ts'
import { verifyPassword } from './accounts/passwords/hash.ts'
import { setHomeRegion } from './accounts/phones/phone.ts'
import { checkLoginId, register, requestCode, resetPassword } from './accounts/register.ts'
import { findAdmins } from './accounts/status/store.ts'
import { findPhones } from './accounts/store.ts'
import { deleteGrants } from './applications/grants.ts'
import { createIcons } from './applications/icons/icons.ts'
import { useOnce } from './applications/issued.ts'
import { loadServiceAccount } from './applications/programs.ts'
import { notifyOfServiceAccounts } from './applications/service-accounts/leaving.ts'
import { openCurrentQuarter } from './audit/retention.ts'
import { startAuditSending } from './audit/sending/sender.ts'
import { createDocuments } from './certification/documents/files.ts'
import { openDocumentObjects } from './certification/documents/storage/objects.ts'
import { refreshPendingCertification, withdrawCertification } from './certification/store.ts'
import type { Config } from './config.ts'
import { type Services, viewerOf } from './core/context.ts'
import { startFolding } from './core/counts/counts.ts'
import { signCursors } from './core/cursor.ts'
import { maintainEventPartitions, startPositioning } from './core/events/positions.ts'
import { openIdempotentRequest } from './core/idempotency/idempotent-request.ts'
import { createJobs } from './core/jobs/jobs.ts'
import { createScheduler } from './core/jobs/scheduler.ts'
import { createLimiter } from './core/limit.ts'
import { createLive } from './core/live.ts'
import { collisionsSince } from './core/names/collisions.ts'
import { setDefaults } from './core/process/defaults.ts'
import { createProofOfWork } from './core/proof-of-work/proof-of-work.ts'
import type { Credentials } from './core/request.ts'
import type { Caller, SecondFactor } from './core/viewer.ts'
import { migrateWithBackup } from './db/backup/embedded.ts'
import { type Database, openDatabase } from './db/open.ts'
import { openGeoip } from './devices/geoip.ts'
import { createAddresses } from './events/webhooks/addresses.ts'
import { startSending } from './events/webhooks/sender.ts'
import { reachWebhooks } from './events/webhooks/store.ts'
import { notifyRecoveryCodeUsed } from './factors/notify.ts'
import { relyingPartyOf } from './factors/passkeys.ts'
import { type DeviceGateway, openGateway, reachableUrl } from './gateway/open.ts'
import { sharedAssets } from './http/console/assets.ts'
import { createGraphql } from './http/graphql/handler.ts'
import { openListener } from './http/listen.ts'
import { observeResources } from './http/resources.ts'
import { buildHttp } from './http/routes.ts'
import { createIdentity } from './identity/index.ts'
import { readCursorKey, readProofOfWorkKey } from './identity/keys.ts'
import { findTenantNames, loadMembershipRole } from './members/store.ts'
import { createMessages } from './notifications/messages.ts'
import { createOutbox } from './notifications/outbox.ts'
import { createSmsReceipts } from './notifications/receipts/poll.ts'
import { createSmsBudget } from './notifications/sms-budget.ts'
import { periodicTasks, type Tasks } from './periodic.ts'
import { schema } from './schema.ts'
import { isFactorRequired } from './sessions/factor-requirement.ts'
import { createGuard } from './sessions/guard.ts'
import { isFamiliar } from './sessions/known-browsers.ts'
import { endSessions, loadViewerRow } from './sessions/store.ts'
import { findOrganizationManagers } from './tenants/members.ts'
import { ensurePrivateTenant, openPersonalTenants } from './tenants/private.ts'
import { findOwnedTenantNames } from './tenants/store.ts'
import { createDataExports } from './transfer/data-export/give.ts'
import { startDataExports } from './transfer/data-export/make.ts'
import { createImports } from './transfer/run-import.ts'
import { createExports } from './transfer/write-export.ts'
import { setupOf } from './workplace/checklist/setup.ts'

export interface App extends AsyncDisposable {
  /** URL of the console. */
  url: string
  /** URL that devices connect to. Null without a gateway. */
  gatewayUrl: string | null
  db: Database
  /** Set if this start created the first administrator. */
  firstAdmin: FirstAdmin | null
  /** Periodic tasks by name. */
  tasks: Tasks
  /**
   * Waits for running requests, hands devices over to other servers and closes the database. `drain`:
   * milliseconds for which /readyz returns 503 before.
   */
  close(drain?: number): Promise<void>
}

interface Given {
  log: Logger
  /** Registry of the metrics. A new one by default. */
  registry?: Registry
  /** An open, migrated database for tests. Its owner closes it. */
  db?: Database
}

type Named = { accountId: string; sessionId: string } | { applicationId: string; tokenId: string }

/** Returns the caller with their current rights, or null if they are no longer allowed in. */
const load = (query: Database['query'], caller: Named, secondFactor: SecondFactor): Promise<Caller | null> =>
  'accountId' in caller ? loadViewerRow(query, caller, secondFactor) : loadServiceAccount(query, caller)

/**
 * Opens the port, opens and migrates the database, creates the services of all modules and starts answering
 * requests.
 */
export async function startServer(
  config: Config,
  { log, db: given, registry = new Registry() }: Given,
): Promise<App> {
  setHomeRegion(config.defaultRegion)
  setDefaults(config)
  const { secondFactor } = config
  const listener = await openListener(config)
  const closing: (() => Promise<void>)[] = [() => listener.close()]
  const closeAll = async () => {
    for (const close of closing.splice(0)) await close()
  }
  try {
    const db =
      given ??
      (await openDatabase({
        url: config.databaseUrl,
        listenUrl: config.databaseListenUrl,
        readUrl: config.databaseReadUrl,
        ...{ dataDir: config.dataDir, poolSize: config.databasePoolSize, log },
      }))
    if (!given) {
      closing.push(() => db.close())
      for (const collision of await collisionsSince(db, await migrateWithBackup(db, config.dataDir, log)))
        log.warn({ collision }, 'some names now count as equal and stay until they are changed')
    }
    await openCurrentQuarter(db.query)
    await maintainEventPartitions(db.query)
    signCursors(db.query, () => readCursorKey(db.query))
    const url = config.publicUrl ?? listener.url
    const limiter = createLimiter({ multiplier: config.limits })
    const proofOfWork = createProofOfWork({ limiter, readKey: readProofOfWorkKey, useOnce })
    const guard = createGuard({ db, limiter, proofOfWork })
    const jobs = createJobs({ db, log })
    closing.unshift(() => jobs.stop())
    await jobs.start()
    const folding = startFolding(db, log)
    closing.unshift(() => folding.stop())
    const placing = await startPositioning(db, log, reachWebhooks)
    closing.unshift(() => placing.stop())
    for (const sending of await startAuditSending({ db, log, registry }, config))
      closing.unshift(() => sending.stop())
    const smsBudget = createSmsBudget({
      ...{ db, limiter, config, registry },
      notifyAdmins: async (tx, params) =>
        services.sendMessage(tx, { accountId: await findAdmins(tx), template: 'sms.budget', params }),
    })
    const outbox = createOutbox({ jobs, db, config, budget: smsBudget, log, registry })
    await outbox.start()
    const scheduler = createScheduler({ jobs, log })
    closing.unshift(async () => scheduler.stop())
    await scheduler.start()

    const addresses = createAddresses(config.webhookNetworks)
    const identity = createIdentity({
      db,
      log,
      guard,
      limiter,
      realm: config.realm,
      secondFactor,
      publicUrl: () => url,
      requestInfo: ({ info }) => info,
      cancelClosure: (tx, account, request) => cancelClosure(tx, services, account, request),
      notifyRecoveryCodeUsed: (tx, account, request) =>
        notifyRecoveryCodeUsed({ tx, services, request }, account),
      addresses,
      storeAgreement: (agreement) => db.transaction((tx) => storeAgreement(tx, config.terms, agreement)),
    })
    await identity.start()
    closing.unshift(() => identity.stop())

    const live = createLive({ db, log })
    let gateway: DeviceGateway | null = null
    const services: Services = {
      ...createMessages({ outbox, phonesOf: findPhones }),
      live,
      identity,
      limiter,
      proofOfWork,
      smsBudget,
      smsReceipts: createSmsReceipts({ db, config, log }),
      setup: setupOf(config),
      outbox,
      openPersonalTenant: (tx, account) => services.openPersonalTenants(tx, [account]),
      openPersonalTenants: openPersonalTenants(config.deployment),
      findOwnedTenantNames,
      deployment: config.deployment,
      refreshPendingCertification,
      withdrawCertification,
      gatewayUrl: () => gateway && reachableUrl(gateway.url, url),
      findOrganizationManagers,
      isFamiliar,
      checkPassword: (account, password, due, request) =>
        guard.check(account.id, due, request, (slot) =>
          verifyPassword(account.password_hash, password, slot),
        ),
      clearFailedSignIns: guard.clear,
      attemptFactor: guard.attemptFactor,
      relyingParty: () => relyingPartyOf(url),
      product: config.brand.name,
      terms: config.terms,
      isFactorRequired: (tx, accountId) => isFactorRequired(tx, accountId, secondFactor),
      tenantNames: findTenantNames,
      endSessions: async (tx, accountId, options) => {
        await endSessions(tx, accountId, options)
        await deleteGrants(tx, accountId, { exceptSession: options?.except })
      },
      webhookAddresses: addresses,
      publicUrl: () => url,
      membersLeft: (tx, tenantId, accountIds) => notifyOfServiceAccounts(tx, services, tenantId, accountIds),
      reloadViewer: <C extends Caller>(tx: Parameters<Services['reloadViewer']>[0], caller: C) =>
        load(tx, caller, secondFactor) as Promise<C | null>,
    }
    const calls = { db, services }
    const objects = await openDocumentObjects({ db, url: config.documentsUrl, log, registry })
    const sending = await startSending({ db, log, services, registry })
    closing.unshift(() => sending.stop())
    const dataExports = await startDataExports({ db, services, log })
    closing.unshift(() => dataExports.stop())
    const firstAdmin = await ensureAdmin(calls, { phone: config.adminPhone, password: config.adminPassword })
    if (config.deployment === 'private')
      await ensurePrivateTenant(db, required(config.tenantName, 'tenantName'))

    const loadCaller = async (credentials: Credentials | undefined) => {
      const caller = credentials && (await identity.verifyCaller(credentials))
      return caller ? load(db.query, caller, secondFactor) : null
    }
    /** For calls that are not open to service accounts. Throws FORBIDDEN. */
    const loadViewer = async (token: string | undefined) => {
      const viewer = await loadCaller(token ? { token } : undefined)
      return viewer && viewerOf({ viewer })
    }
    gateway = await openGateway({
      ...{ db, log, registry, config },
      locate: openGeoip(config.ipData, config.defaultRegion),
    })
    if (gateway) closing.unshift(() => gateway.close())

    observeResources({ config, db, registry })
    const http = await buildHttp({
      config,
      log,
      registry,
      listener,
      db,
      assets: db.kind === 'postgres' ? sharedAssets(db) : undefined,
      accounts: {
        requestCode: (input, request, token) => requestCode(calls, input, request, () => loadViewer(token)),
        checkLoginId: (input, request) => checkLoginId(calls, input, request),
        register: (input, request) => register(calls, input, request),
        resetPassword: (input, request) => resetPassword(calls, input, request),
      },
      openIdempotentRequest: (given) => openIdempotentRequest(db.query, given),
      menu: {
        loadViewer,
        loadMembershipRole: (viewer, tenantId) => loadMembershipRole(db.query, viewer, tenantId),
        remember: ({ accountId }, tenantId) =>
          // The menu is answered even if the database accepts no writes.
          saveLastTenant(db.query, accountId, tenantId).catch((error) =>
            log.warn({ err: error }, 'could not store the last organization'),
          ),
      },
      graphql: createGraphql({
        schema,
        db,
        services,
        log,
        introspection: config.development,
        loadCaller,
      }),
      transfer: {
        loadViewer,
        exportList: createExports({ schema, db, services }),
        imports: createImports({ db, services }),
        dataExports: createDataExports({ db }),
        documents: createDocuments({ db, services, objects }),
        icons: createIcons({ db, services }),
      },
      broker: gateway?.external ?? null,
      identity: identity.plugin,
      nonce: identity.nonce,
    })
    const tasks = periodicTasks(db, services, { ...config, objects })
    for (const [name, { seconds, run }] of Object.entries(tasks)) scheduler.every(name, seconds, run)

    const close = async (drain?: number) => {
      live.close()
      await Promise.all([gateway?.handOver(), http.close(drain)])
      await closeAll()
    }
    return {
      url,
      gatewayUrl: gateway?.url ?? null,
      db,
      firstAdmin,
      tasks,
      close,
      [Symbol.asyncDispose]: () => close(),
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
