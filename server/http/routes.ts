import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { getCountryCallingCode } from 'libphonenumber-js/max'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { ListedIdentitySource } from '../../contract/identity-sources.ts'
import type { Config } from '../config.ts'
import { AppError } from '../core/errors.ts'
import { type Credentials, credentialsOf } from '../core/request.ts'
import type { WriteFault } from '../db/writes.ts'
import { relyingPartyOf } from '../factors/passkeys.ts'
import { nonceHeader } from '../identity/proofs/sign-in.ts'
import { takeJsonOnly } from './body.ts'
import type { SharedAssets } from './console/assets.ts'
import { consoleRoutes } from './console/routes.ts'
import { watchDescriptors } from './descriptors.ts'
import { addEdge } from './edge.ts'
import { type TransferCalls, transferRoutes } from './files/transfer.ts'
import { createReadiness } from './health.ts'
import type { Listener } from './listen.ts'
import { type MenuSources, type MenuViewer, menuHandler } from './menu.ts'
import { mayReadMetrics, observeRequests } from './metrics.ts'
import { type AccountCalls, publicRoutes } from './public.ts'
import type { OpenIdempotentRequest } from './request.ts'
import { traceRequests } from './tracing.ts'

const graphqlPaths = [
  '/api/services/backend/actions/graphql',
  '/api/services/device/actions/graphql',
] as const

export interface HttpOptions<V extends MenuViewer = MenuViewer> {
  config: Config
  log: Logger
  /**
   * The listener that `openListener` returned. `identity` must have been created with the listener's `url` or
   * with the configured public URL.
   */
  listener: Listener
  db: { ping(): Promise<WriteFault | null> }
  accounts: AccountCalls
  /** Opens idempotent requests for API calls outside GraphQL. */
  openIdempotentRequest: OpenIdempotentRequest
  menu: MenuSources<V>
  /**
   * The handlers of both GraphQL endpoints. `admit` runs before the body is read and throws if the request is
   * refused. `handle` runs after the body has been parsed.
   */
  graphql: {
    admit(request: FastifyRequest): Promise<void>
    handle(request: FastifyRequest, reply: FastifyReply): unknown
  }
  /** Returns the GraphQL schema as text. Throws UNAUTHENTICATED if the token is missing or invalid. */
  printSchema(credentials: Credentials | undefined): Promise<string>
  /** Exports and imports of lists. */
  transfer: TransferCalls
  /** Set if devices connect to an external broker, which authenticates each device through this server. */
  broker?: { isBroker(authorization?: string): boolean; admits(question: unknown): Promise<boolean> } | null
  /** Handles all paths below /realms/. */
  identity: FastifyPluginAsync
  /** Returns the nonce for the DPoP proof of a sign-in. It is sent with the console's configuration. */
  nonce(): Promise<string>
  /** Returns the identity sources of the sign-in page. */
  identitySources(): Promise<ListedIdentitySource[]>
  /** Metrics registry. /metrics returns its content, and other modules can add their metrics to it. */
  registry?: Registry
  /** Folder of the built console. */
  webRoot?: string
  /**
   * Files of the console that servers share through the database. Undefined for the embedded database, which
   * has only one server.
   */
  assets?: SharedAssets | undefined
}

interface Http {
  app: FastifyInstance
  /**
   * Stops the server. /readyz immediately returns 503, so that proxies notice the shutdown. After `drain` ms,
   * the server accepts no more connections, and running requests have 10 s to complete. The caller must close
   * the database afterwards.
   */
  close(drain?: number): Promise<void>
}

const kilobyte = 1024
const logoPath = '/brand/logo'
const builtConsole = fileURLToPath(new URL('../../dist/web', import.meta.url))

/**
 * Milliseconds for which a stopping server continues to respond, so that a load balancer that polls /readyz
 * every 2 s sees two failures.
 */
const noticed = 5_000

/** Registers every path of the server. When the promise resolves, the server handles requests. */
export async function buildHttp<V extends MenuViewer>(options: HttpOptions<V>): Promise<Http> {
  const { config, log, listener, openIdempotentRequest } = options
  const registry = options.registry ?? new Registry()
  let handle: Parameters<Listener['attach']>[0] = () => {}

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    serverFactory(handler) {
      handle = handler
      return listener.server
    },
    // The listener has set this header, and has already responded to malformed requests.
    requestIdHeader: 'x-request-id',
    clientErrorHandler() {},
    trustProxy: listener.trusted,
    // The limit for callers who are not signed in. It is low, because the body is read before the caller is
    // known.
    bodyLimit: 16 * kilobyte,
    // Routes match in any case, but path parameters keep their case. Code must therefore check the route
    // pattern instead of the requested path.
    routerOptions: { maxParamLength: 200, caseSensitive: false },
    frameworkErrors: (error, request, reply) => edge.answerError(error, request, reply),
  }) as unknown as FastifyInstance

  traceRequests(app)
  const edge = addEdge(app, {
    graphqlPaths,
    secure: config.publicUrl?.startsWith('https:') ?? false,
    logClient: config.logClient,
  })
  observeRequests(app, registry)
  const descriptors = watchDescriptors({ server: listener.server, log, registry })
  takeJsonOnly(app)
  await app.register(compress, { global: false, globalDecompression: false })

  const { ping } = options.db
  const { stopping } = listener
  const readiness = createReadiness({ ping, stopping, log, registry })
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, () => readiness.ready())
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    mayReadMetrics(request, config)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  app.get('/config.json', async (_request, reply) => {
    return reply
      .headers({ 'Cache-Control': 'public, max-age=60', ...nonceHeader(await options.nonce()) })
      .send({ ...consoleConfig(config), identitySources: await options.identitySources() })
  })

  operatorRoutes(app, config, listener.url)
  publicRoutes(app, options.accounts, { openIdempotentRequest, loadViewer: options.transfer.loadViewer })
  app.post('/api/user/menu', menuHandler(options.menu, config))
  transferRoutes(app, options.transfer, openIdempotentRequest)
  if (options.broker) brokerRoute(app, options.broker)
  graphqlRoutes(app, options.graphql)
  // Serves the schema as text, so that tools can load it from a URL. Introspection returns the same schema.
  app.get('/api/schema.graphql', async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(await options.printSchema(credentialsOf(request))),
  )
  await app.register(options.identity)
  await consoleRoutes(app, {
    root: options.webRoot ? resolve(options.webRoot) : builtConsole,
    isApi: edge.isApi,
    shared: options.assets,
  })

  await app.ready()
  listener.attach(handle)

  return {
    app,
    async close(drain = config.trustedProxies.length ? noticed : 0) {
      readiness.stop()
      descriptors.stop()
      await listener.close(drain)
      await app.close()
    },
  }
}

/** Serves the operator's logo and security contact, if they are configured. */
function operatorRoutes(app: FastifyInstance, config: Config, url: string): void {
  const { logo } = config.brand
  if (logo) {
    // A logo that is opened directly is a document of the console's origin. It is sandboxed, so that it
    // cannot run scripts.
    const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    app.get(logoPath, (_request, reply) =>
      reply
        .type(logo.type)
        .headers({ 'Cache-Control': 'public, max-age=3600', 'Content-Security-Policy': policy })
        .send(logo.bytes),
    )
  }
  const { securityContact } = config
  if (securityContact) {
    app.get('/.well-known/security.txt', (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(securityText(securityContact, url, config)),
    )
  }
}

/** Adds the route through which an external broker authenticates devices. */
function brokerRoute(app: FastifyInstance, broker: NonNullable<HttpOptions['broker']>): void {
  app.post('/api/devices/authenticate', { logLevel: 'warn' }, async (request, reply) => {
    if (!broker.isBroker(request.headers.authorization)) throw new AppError('UNAUTHENTICATED')
    const admitted = await broker.admits(request.body)
    return reply.code(admitted ? 200 : 403).send({ result: admitted ? 'allow' : 'deny' })
  })
}

function graphqlRoutes(app: FastifyInstance, { admit, handle }: HttpOptions['graphql']): void {
  for (const url of graphqlPaths) {
    app.route({
      method: ['GET', 'POST'],
      url,
      bodyLimit: 100 * kilobyte,
      compress: { encodings: ['gzip'], threshold: 2 * kilobyte, zlibOptions: { level: 5 } },
      onRequest: (request) => admit(request),
      handler: async (request, reply) => handle(request, reply),
    })
  }
}

/**
 * Returns the text of security.txt (RFC 9116). The file must expire within a year, so its expiry date is
 * always 180 days ahead.
 */
function securityText(contact: string, url: string, { publicUrl = url }: Config): string {
  const expires = new Date(Date.now() + 180 * 86_400_000).toISOString()
  const canonical = `${publicUrl}/.well-known/security.txt`
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: zh, en\nCanonical: ${canonical}\n`
}

/**
 * Returns the settings that the console loads when it starts. They are public, so they must not contain
 * secrets.
 */
const consoleConfig = (config: Config) => ({
  brand: { ...config.brand, logo: config.brand.logo && logoPath },
  realm: config.realm,
  deployment: config.deployment,
  selfRegistration: config.selfRegistration,
  deviceServiceUrl: config.deviceServiceUrl ?? null,
  queryMethod: config.queryMethod,
  trustedOpeners: config.trustedOpeners,
  passkeys: config.publicUrl !== undefined && relyingPartyOf(config.publicUrl) !== null,
  callingCode: `+${getCountryCallingCode(config.defaultRegion)}`,
  terms: config.terms,
  icp: config.icp ?? null,
  policeFiling: config.policeFiling ?? null,
})
