import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as v from 'valibot'
import type { Locale } from '../contract/errors.ts'
import { legalVersion, type Terms } from '../contract/legal.ts'
import { type Brand, brandOf } from './config.brand.ts'
import { readEnvironment } from './config.names.ts'
import { advice, contradictions, type Settings, settings } from './config.settings.ts'
import { telemetryFaults, telemetryOf } from './config.telemetry.ts'
import { withVerifiedTls } from './config.tls.ts'
import type { SecondFactor } from './core/viewer.ts'
import type { TelemetrySettings } from './telemetry/start.ts'

/** All settings of the server. Only `readConfig` reads environment variables. */
export interface Config {
  host: string
  /** TCP port of the console. 0 selects a free port. */
  port: number
  /** Origin of the console. If undefined, it is `http://host:port` once the server listens. */
  publicUrl: string | undefined
  realm: string
  /** PostgreSQL URL. If undefined, the embedded database in `dataDir` is used. */
  databaseUrl: string | undefined
  /**
   * URL for direct connections to the same PostgreSQL server. Set if `databaseUrl` points to a
   * transaction-mode pooler.
   */
  databaseListenUrl: string | undefined
  /** URL of a synchronous standby, from which lists can be read. */
  databaseReadUrl: string | undefined
  /** Size of the connection pool. The connection for LISTEN is not included. */
  databasePoolSize: number
  dataDir: string
  smsUrl: string
  /** Fallback transport for SMS, which is used if the first transport fails. */
  smsUrl2: string | undefined
  /** Maximum number of SMS that the deployment sends per hour and per day. 0 means no limit. */
  smsPerHour: number
  smsPerDay: number
  mailUrl: string
  /** Phone number of the first administrator, in E.164 format. */
  adminPhone: string | undefined
  adminPassword: string | undefined
  /** Which accounts must have a second factor. */
  secondFactor: SecondFactor
  /** Whether every application must use PKCE, including applications with a secret. */
  requirePkce: boolean
  /** Multiplier for the rate limits per network. */
  limits: number
  trustedOpeners: string[]
  /** IP addresses and CIDR ranges of trusted proxies. */
  trustedProxies: string[]
  deviceServiceUrl: string | undefined
  queryMethod: 'POST' | 'GET'
  deployment: 'platform' | 'private'
  tenantName: string | undefined
  mqttUrl: string | undefined
  mqttPort: number | undefined
  /** Path of a MaxMind DB file that maps the IP addresses of devices to locations. */
  ipData: string | undefined
  /** Private IP addresses and CIDR ranges that webhooks are allowed to call. */
  webhookNetworks: string[]
  /** Private IP addresses and CIDR ranges in which identity providers are allowed. */
  identityNetworks: string[]
  metricsToken: string | undefined
  /** OpenTelemetry settings, or null if telemetry is off. */
  telemetry: TelemetrySettings | null
  /** Number of days for which audit events are retained. Null means unlimited. */
  auditDays: number | null
  /** Targets to which audit events and seals are sent: file:, syslog:, syslogs: or https: URLs. */
  auditUrl: string | undefined
  sealUrl: string | undefined
  /** URL of the object storage for documents. If undefined, documents are stored in the database. */
  documentsUrl: string | undefined
  /** mailto: or https: URL to which security issues can be reported. */
  securityContact: string | undefined
  /** The terms that users accept when they sign in. */
  terms: Terms
  brand: Brand
  icp: string | undefined
  policeFiling: string | undefined
  /**
   * Whether the server was started by `npm run dev`. In this case, GraphQL error messages suggest names from
   * the schema.
   */
  development: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** How much of the client's IP address is logged. `network` logs its /24 (IPv4) or /48 (IPv6) network. */
  logClient: 'none' | 'network' | 'full'
  /** Region that is assumed for phone numbers without a country code. */
  defaultRegion: CountryCode
  /**
   * Session lifetimes in seconds. `idle` and `adminIdle` are counted from the last use of a session, and
   * `absolute` from its start.
   */
  sessions: { idle: number; absolute: number; adminIdle: number }
  /** Whether people can sign up, that is create an account themselves. */
  selfRegistration: boolean
  /** Language of responses if the request does not specify a language. */
  defaultLocale: Locale
  /** IANA time zone that is used if a request does not specify one. */
  defaultTimeZone: string
  /**
   * Proxy for outgoing HTTPS requests. `except` lists the hosts that are called directly, in the syntax of
   * NO_PROXY.
   */
  proxy: { url: string; except: string } | null
  /** Warnings for the operator about former setting names, and about values that are valid but risky. */
  warnings: string[]
}

/**
 * Error that lists all faults in one sentence. The message does not contain values, because they could be
 * secret.
 */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The configuration is invalid: ${faults.join('; ')}.`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/**
 * Reads and validates the settings. An empty variable counts as not set.
 * @throws {ConfigError} if any setting is invalid; the error lists all faults
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { values: given, faults, warnings } = readEnvironment(env, Object.keys(settings))
  const read: Partial<Settings> = {}
  for (const [name, schema] of Object.entries(settings)) {
    const result = v.safeParse(schema, given[name])
    if (result.success) Object.assign(read, { [name]: result.output })
    else faults.push(`${name} ${result.issues[0].message}`)
  }
  faults.push(...contradictions(read), ...telemetryFaults(read))

  const region = read.REEVE_DEFAULT_PHONE_REGION ?? 'CN'
  const phone = parsePhoneNumberFromString(read.REEVE_ADMIN_PHONE ?? '', region)
  const mobile = phone?.isValid() && ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(phone.getType() ?? '')
  if (read.REEVE_ADMIN_PHONE && !mobile) {
    faults.push('REEVE_ADMIN_PHONE must be a mobile phone number, such as +8613800138000')
  }
  if (faults.length) throw new ConfigError(faults)

  const values = read as Settings
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.REEVE_PUBLIC_URL,
    realm: values.REEVE_REALM,
    databaseUrl: verified(values.REEVE_DATABASE_URL),
    databaseListenUrl: verified(values.REEVE_DATABASE_LISTEN_URL),
    databaseReadUrl: verified(values.REEVE_DATABASE_READ_URL),
    databasePoolSize: values.REEVE_DATABASE_POOL_SIZE,
    dataDir: values.REEVE_DATA_DIR,
    smsUrl: values.REEVE_SMS_URL,
    smsUrl2: values.REEVE_SMS_FALLBACK_URL,
    smsPerHour: values.REEVE_SMS_PER_HOUR,
    smsPerDay: values.REEVE_SMS_PER_DAY,
    mailUrl: values.REEVE_MAIL_URL,
    adminPhone: phone?.number,
    adminPassword: values.REEVE_ADMIN_PASSWORD,
    secondFactor: values.REEVE_SECOND_FACTOR,
    requirePkce: values.REEVE_REQUIRE_PKCE,
    limits: values.REEVE_LIMITS,
    trustedOpeners: values.REEVE_ALLOWED_OPENERS,
    trustedProxies: values.REEVE_TRUSTED_PROXIES,
    deviceServiceUrl: values.REEVE_DEVICE_SERVICE_URL,
    queryMethod: values.REEVE_QUERY_METHOD,
    deployment: values.REEVE_SINGLE_ORGANIZATION ? 'private' : 'platform',
    tenantName: values.REEVE_SINGLE_ORGANIZATION,
    mqttUrl: values.REEVE_MQTT_URL,
    mqttPort: values.REEVE_MQTT_PORT,
    ipData: values.REEVE_GEOIP_FILE,
    webhookNetworks: values.REEVE_WEBHOOK_NETWORKS,
    identityNetworks: values.REEVE_IDENTITY_NETWORKS,
    metricsToken: values.REEVE_METRICS_TOKEN,
    telemetry: telemetryOf(values),
    auditDays: values.REEVE_AUDIT_DAYS,
    auditUrl: values.REEVE_AUDIT_URL,
    sealUrl: values.REEVE_AUDIT_SEAL_URL,
    documentsUrl: values.REEVE_DOCUMENTS_URL,
    securityContact: values.REEVE_SECURITY_CONTACT,
    terms: {
      version: values.REEVE_TERMS_VERSION ?? legalVersion,
      termsUrl: values.REEVE_TERMS_URL ?? null,
      privacyUrl: values.REEVE_PRIVACY_URL ?? null,
    },
    brand: brandOf(values),
    icp: values.REEVE_ICP,
    policeFiling: values.REEVE_POLICE_FILING,
    development: values.NODE_ENV === 'development',
    logLevel: values.REEVE_LOG_LEVEL,
    logClient: values.REEVE_LOG_CLIENT,
    defaultRegion: values.REEVE_DEFAULT_PHONE_REGION,
    sessions: {
      idle: values.REEVE_SESSION_IDLE,
      absolute: values.REEVE_SESSION_MAX,
      adminIdle: values.REEVE_ADMIN_SESSION_IDLE,
    },
    selfRegistration: values.REEVE_SELF_REGISTRATION === 'open',
    defaultLocale: values.REEVE_DEFAULT_LANGUAGE,
    defaultTimeZone: values.REEVE_DEFAULT_TIME_ZONE,
    proxy: values.HTTPS_PROXY ? { url: values.HTTPS_PROXY, except: values.NO_PROXY ?? '' } : null,
    warnings: [...warnings, ...advice(values)],
  }
}

const verified = (url: string | undefined) => url && withVerifiedTls(url)
