import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { required } from '../contract/required.ts'
import { ensureAdmin, type FirstAdmin } from './accounts/admins/first-admin.ts'
import { saveLastTenant } from './accounts/last-tenant.ts'
import { setHomeRegion } from './accounts/phones/phone.ts'
import { checkLoginId, register, requestCode, resetPassword } from './accounts/register.ts'
import { createIcons } from './applications/icons/icons.ts'
import { openCurrentQuarter } from './audit/retention.ts'
import { startAuditSending } from './audit/sending/sender.ts'
import { createDocuments } from './certification/documents/files.ts'
import type { DocumentObjects } from './certification/documents/storage/objects.ts'
import { openDocumentObjects } from './certification/documents/storage/objects.ts'
import type { Config } from './config.ts'
import { type Services, viewerOf } from './core/context.ts'
import { startFolding } from './core/counts/counts.ts'
import { signCursors } from './core/cursor.ts'
import { AppError } from './core/errors.ts'
import { maintainEventPartitions, startPositioning } from './core/events/positions.ts'
import { openIdempotentRequest } from './core/idempotency/idempotent-request.ts'
import type { Jobs } from './core/jobs/jobs.ts'
import { createJobs } from './core/jobs/jobs.ts'
import { createScheduler } from './core/jobs/scheduler.ts'
import { collisionsSince } from './core/names/collisions.ts'
import { setDefaults } from './core/process/defaults.ts'
import type { Credentials } from './core/request.ts'
import type { Viewer } from './core/viewer.ts'
import { createServices, loadCallerRow } from './create-services.ts'
import { migrateWithBackup } from './db/backup/embedded.ts'
import { type Database, openDatabase } from './db/open.ts'
import { openGeoip } from './devices/geoip.ts'
import { startSending } from './events/webhooks/sender.ts'
import { reachWebhooks } from './events/webhooks/store.ts'
import { type DeviceGateway, openGateway } from './gateway/open.ts'
import { sharedAssets } from './http/console/assets.ts'
import { createGraphql } from './http/graphql/handler.ts'
import type { Listener } from './http/listen.ts'
import { openListener } from './http/listen.ts'
import { observeResources } from './http/resources.ts'
import type { HttpOptions } from './http/routes.ts'
import { buildHttp } from './http/routes.ts'
import { readCursorKey } from './identity/keys/keys.ts'
import { loadMembershipRole } from './members/store.ts'
import { periodicTasks, type Tasks } from './periodic.ts'
import { printed, schema } from './schema.ts'
import { ensurePrivateTenant } from './tenants/private.ts'
import { createDataExports } from './transfer/data-export/give.ts'
import { startDataExports } from './transfer/data-export/make.ts'
import { createImports } from './transfer/run-import.ts'
import { createExports } from './transfer/write-export.ts'

export interface App extends AsyncDisposable {
  /** Public URL of the console. */
  url: string
  /** URL that devices connect to. Null if there is no device gateway. */
  gatewayUrl: string | null
  db: Database
  /** The first administrator if this start created the account, otherwise null. */
  firstAdmin: FirstAdmin | null
  /** Periodic tasks by name. */
  tasks: Tasks
  /**
   * Stops the server. For `drain` milliseconds, /readyz first returns 503. Then the server waits for running
   * requests, hands devices over to other servers and closes the database.
   */
  close(drain?: number): Promise<void>
}

interface Options {
  log: Logger
  /** Registry for the metrics. By default, a new registry is created. */
  registry?: Registry
  /** An open and migrated database, for tests. The caller must close it. */
  db?: Database
}

/** Cleanup functions, which are called in order when the server stops. */
type Cleanup = (() => Promise<unknown>)[]

/**
 * Opens the port, opens and migrates the database, creates the services of all modules, and starts to handle
 * requests.
 */
export async function startServer(
  config: Config,
  { log, db: existing, registry = new Registry() }: Options,
): Promise<App> {
  setHomeRegion(config.defaultRegion)
  setDefaults(config)
  const listener = await openListener(config)
  const closing: Cleanup = [() => listener.close()]
  const closeAll = async () => {
    for (const close of closing.splice(0)) await close()
  }
  try {
    const db = existing ?? (await openMigrated(config, log, closing))
    await prepareDatabase(db)
    const jobs = await startBackgroundWork({ config, db, log, registry }, closing)
    const scheduler = createScheduler({ jobs, log })
    closing.unshift(async () => scheduler.stop())
    await scheduler.start()
    const url = config.publicUrl ?? listener.url
    let gateway: DeviceGateway | null = null
    const services = await createServices({ config, db, log, registry, jobs, url, gateway: () => gateway })
    closing.unshift(() => services.identity.stop())
    const objects = await openDocumentObjects({ db, url: config.documentsUrl, log, registry })
    await startDeliveries({ db, services, log, registry }, closing)
    const firstAdmin = await prepareAccounts(config, db, services)
    gateway = await openGateway({
      ...{ db, log, registry, config },
      locate: openGeoip(config.ipData, config.defaultRegion),
    })
    if (gateway) closing.unshift(() => gateway.close())
    observeResources({ config, db, registry })
    const parts = { config, db, log, registry, services, listener, objects }
    const http = await buildHttp({ ...httpOptions(parts), broker: gateway?.external ?? null })
    const tasks = periodicTasks(db, services, { ...config, objects })
    for (const [name, { seconds, run }] of Object.entries(tasks)) scheduler.every(name, seconds, run)

    const close = async (drain?: number) => {
      services.live.close()
      await Promise.all([gateway?.handOver(), http.close(drain)])
      await closeAll()
    }
    const gatewayUrl = gateway?.url ?? null
    return { url, gatewayUrl, db, firstAdmin, tasks, close, [Symbol.asyncDispose]: () => close() }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function openMigrated(config: Config, log: Logger, closing: Cleanup): Promise<Database> {
  const db = await openDatabase({
    url: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    readUrl: config.databaseReadUrl,
    ...{ dataDir: config.dataDir, poolSize: config.databasePoolSize, log },
  })
  closing.push(() => db.close())
  for (const collision of await collisionsSince(db, await migrateWithBackup(db, config.dataDir, log)))
    log.warn(
      { collision },
      'these stored names now count as duplicates; they stay valid until someone changes them',
    )
  return db
}

/** Creates the current table partitions and sets the key that signs pagination cursors. */
async function prepareDatabase(db: Database): Promise<void> {
  await openCurrentQuarter(db.query)
  await maintainEventPartitions(db.query)
  signCursors(db.query, () => readCursorKey(db.query))
}

interface Basics {
  config: Config
  db: Database
  log: Logger
  registry: Registry
}

/** Starts the job queue and all other background work that does not need the services. */
async function startBackgroundWork({ config, db, log, registry }: Basics, closing: Cleanup): Promise<Jobs> {
  const jobs = createJobs({ db, log })
  closing.unshift(() => jobs.stop())
  await jobs.start()
  const folding = startFolding(db, log)
  closing.unshift(() => folding.stop())
  const positioning = await startPositioning(db, log, reachWebhooks)
  closing.unshift(() => positioning.stop())
  for (const sending of await startAuditSending({ db, log, registry }, config))
    closing.unshift(() => sending.stop())
  return jobs
}

async function startDeliveries(
  options: Omit<Basics, 'config'> & { services: Services },
  closing: Cleanup,
): Promise<void> {
  const sending = await startSending(options)
  closing.unshift(() => sending.stop())
  const dataExports = await startDataExports(options)
  closing.unshift(() => dataExports.stop())
}

/** Creates the first administrator and, in a private deployment, its organization. */
async function prepareAccounts(config: Config, db: Database, services: Services): Promise<FirstAdmin | null> {
  const firstAdmin = await ensureAdmin(
    { db, services },
    { phone: config.adminPhone, password: config.adminPassword },
  )
  if (config.deployment === 'private')
    await ensurePrivateTenant(db, required(config.tenantName, 'tenantName'))
  return firstAdmin
}

interface HttpParts extends Basics {
  services: Services
  listener: Listener
  objects: DocumentObjects
}

function httpOptions({
  config,
  db,
  log,
  registry,
  services,
  listener,
  objects,
}: HttpParts): HttpOptions<Viewer> {
  const { identity } = services
  const loadCaller = async (credentials: Credentials | undefined) => {
    const caller = credentials && (await identity.verifyCaller(credentials))
    return caller ? loadCallerRow(db.query, caller, config.secondFactor) : null
  }
  /** Loads the caller of a route that requires a user account. Throws FORBIDDEN for a service account. */
  const loadViewer = async (token: string | undefined) => {
    const viewer = await loadCaller(token ? { token } : undefined)
    return viewer && viewerOf({ viewer })
  }
  const calls = { db, services }
  return {
    ...{ config, log, registry, listener, db },
    assets: db.kind === 'postgres' ? sharedAssets(db) : undefined,
    accounts: {
      requestCode: (input, request, token) => requestCode(calls, input, request, () => loadViewer(token)),
      checkLoginId: (input, request) => checkLoginId(calls, input, request),
      register: (input, request) => register(calls, input, request),
      resetPassword: (input, request) => resetPassword(calls, input, request),
    },
    openIdempotentRequest: (request) => openIdempotentRequest(db.query, request),
    menu: {
      loadViewer,
      loadMembershipRole: (viewer, tenantId) => loadMembershipRole(db.query, viewer, tenantId),
      remember: ({ accountId }, tenantId) =>
        // Do not throw. The menu must be returned even if the database does not accept writes.
        saveLastTenant(db.query, accountId, tenantId).catch((error) =>
          log.warn({ err: error }, 'could not store the last used organization'),
        ),
    },
    graphql: createGraphql({ schema, db, services, log, suggestions: config.development, loadCaller }),
    async printSchema(credentials) {
      if (!(await loadCaller(credentials))) throw new AppError('UNAUTHENTICATED')
      return printed()
    },
    transfer: {
      loadViewer,
      exportList: createExports({ schema, db, services }),
      imports: createImports({ db, services }),
      dataExports: createDataExports({ db }),
      documents: createDocuments({ db, services, objects }),
      icons: createIcons({ db, services }),
    },
    identity: identity.plugin,
    nonce: identity.nonce,
    identitySources: identity.sources.listed,
  }
}
