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
import type { Config } from '../config.ts'
import { AppError } from '../core/errors.ts'
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
import type { OpenKeyed } from './request.ts'
import { traceRequests } from './tracing.ts'

const graphqlPaths = [
  '/api/services/backend/actions/graphql',
  '/api/services/device/actions/graphql',
] as const

export interface HttpOptions<V extends MenuViewer = MenuViewer> {
  config: Config
  log: Logger
  /** From `openListener`; its `url` or the configured public one is what `identity` was made with. */
  listener: Listener
  db: { ping(): Promise<WriteFault | null> }
  accounts: AccountCalls
  /** What an Idempotency-Key stands for, of calls outside GraphQL. */
  openKeyed: OpenKeyed
  menu: MenuSources<V>
  /** Both GraphQL paths. `admit` throws before the body is read; then `request.body` is parsed JSON. */
  graphql: {
    admit(request: FastifyRequest): Promise<void>
    handle(request: FastifyRequest, reply: FastifyReply): unknown
  }
  /** Lists as files. */
  transfer: TransferCalls
  /** Set where devices connect to another program's broker: it asks here whom to let in. */
  broker?: { isBroker(authorization?: string): boolean; admits(question: unknown): Promise<boolean> } | null
  /** Every path under /realms/. */
  identity: FastifyPluginAsync
  /** The nonce of a sign-in's proof, delivered with the console's configuration. */
  nonce(): Promise<string>
  /** What other parts count, too; /metrics shows it. */
  registry?: Registry
  /** Where the built console lies. */
  webRoot?: string
  /** The console's files that servers publish for one another; none with the embedded database, which has one server. */
  assets?: SharedAssets | undefined
}

interface Http {
  app: FastifyInstance
  /**
   * /readyz turns 503 at once; after `drain` ms (where there are proxies, the time they need to notice) no connection
   * is taken any more, and requests under way have 10 s to end. The database is closed after this.
   */
  close(drain?: number): Promise<void>
}

const kilobyte = 1024
const logoPath = '/brand/logo'
const builtConsole = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** ms in which a load balancer that asks /readyz every 2 s has twice heard that this server goes. */
const noticed = 5_000

/** Every path of the server in one table. Answers from the moment it returns. */
export async function buildHttp<V extends MenuViewer>(options: HttpOptions<V>): Promise<Http> {
  const { config, log, listener, openKeyed } = options
  const registry = options.registry ?? new Registry()
  let handle: Parameters<Listener['attach']>[0] = () => {}

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    serverFactory(handler) {
      handle = handler
      return listener.server
    },
    // Set by the listener, which has answered whatever never becomes a request.
    requestIdHeader: 'x-request-id',
    clientErrorHandler() {},
    trustProxy: listener.trusted,
    // Of those who are not signed in: reading a long body takes time before anything is known of its sender.
    bodyLimit: 16 * kilobyte,
    // What a path holds as a parameter keeps its case; what is decided by a path goes by the route, not by what was typed.
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
      .send(consoleConfig(config))
  })

  const { logo } = config.brand
  if (logo) {
    // Opened by itself it is a document of this origin.
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
      reply.type('text/plain; charset=utf-8').send(securityText(securityContact, listener.url, config)),
    )
  }
  publicRoutes(app, options.accounts, { openKeyed, loadViewer: options.transfer.loadViewer })
  app.post('/api/user/menu', menuHandler(options.menu, config))
  transferRoutes(app, options.transfer, openKeyed)
  const { broker } = options
  if (broker) {
    app.post('/api/devices/authenticate', { logLevel: 'warn' }, async (request, reply) => {
      if (!broker.isBroker(request.headers.authorization)) throw new AppError('UNAUTHENTICATED')
      const admitted = await broker.admits(request.body)
      return reply.code(admitted ? 200 : 403).send({ result: admitted ? 'allow' : 'deny' })
    })
  }
  for (const url of graphqlPaths) {
    app.route({
      method: ['GET', 'POST'],
      url,
      bodyLimit: 100 * kilobyte,
      compress: { encodings: ['gzip'], threshold: 2 * kilobyte, zlibOptions: { level: 5 } },
      onRequest: (request) => options.graphql.admit(request),
      handler: async (request, reply) => options.graphql.handle(request, reply),
    })
  }
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

/** RFC 9116. It has to expire within a year: it is right as long as somebody runs the server that says it. */
function securityText(contact: string, url: string, { publicUrl = url }: Config): string {
  const expires = new Date(Date.now() + 180 * 86_400_000).toISOString()
  const canonical = `${publicUrl}/.well-known/security.txt`
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: zh, en\nCanonical: ${canonical}\n`
}

/** What the console has to know before it starts. Public: no secret belongs here. */
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
