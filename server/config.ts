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

/** Everything that can be set from outside. The only reader of the environment is `readConfig`. */
export interface Config {
  host: string
  /** 0 takes a free one. */
  port: number
  /** Origin that the console is reached by; absent: `http://host:port`, fixed after listening. */
  publicUrl: string | undefined
  realm: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** A direct way to the same server: set where `databaseUrl` leads through a pooler that hands connections on by transaction. */
  databaseListenUrl: string | undefined
  /** A synchronous standby, which lists may be read of. */
  databaseReadUrl: string | undefined
  /** Connections of one server, without the one that listens. */
  databasePoolSize: number
  dataDir: string
  smsUrl: string
  /** Another way, which takes over where that one fails. */
  smsUrl2: string | undefined
  /** How many the deployment sends; 0: as many as are asked for. */
  smsPerHour: number
  smsPerDay: number
  mailUrl: string
  /** E.164 */
  adminPhone: string | undefined
  adminPassword: string | undefined
  /** Of whom a second factor is demanded. */
  secondFactor: SecondFactor
  /** Multiplies the limits that count by network. */
  limits: number
  trustedOpeners: string[]
  /** Addresses and CIDR ranges. */
  trustedProxies: string[]
  deviceServiceUrl: string | undefined
  queryMethod: 'POST' | 'GET'
  deployment: 'platform' | 'private'
  tenantName: string | undefined
  mqttUrl: string | undefined
  mqttPort: number | undefined
  /** A MaxMind DB, in which devices' IP addresses are looked up. */
  ipData: string | undefined
  /** Addresses and CIDR ranges that webhooks may be sent to although they are private. */
  webhookNetworks: string[]
  metricsToken: string | undefined
  /** What is told by OpenTelemetry; null: nothing. */
  telemetry: TelemetrySettings | null
  /** How long an audit event is kept; null: for ever. */
  auditDays: number | null
  /** Where the audit log, and its seals, are sent as they are written: file:, syslog:, syslogs:, https: */
  auditUrl: string | undefined
  sealUrl: string | undefined
  /** Object storage that papers of applications are kept in; absent: in the database. */
  documentsUrl: string | undefined
  /** mailto: or https:, where faults of security are reported. */
  securityContact: string | undefined
  /** What whoever signs in agrees to. */
  terms: Terms
  brand: Brand
  icp: string | undefined
  policeFiling: string | undefined
  /** Set by `npm run dev`: the schema may be asked for, errors suggest names. */
  development: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** How much of a client's address the request log shows; `network` is its /24 (IPv4) or /48 (IPv6). */
  logClient: 'none' | 'network' | 'full'
  /** Where a phone number without a country code belongs. */
  defaultRegion: CountryCode
  /** Seconds. `idle` and `adminIdle` count from the last use of a session, `absolute` from its beginning. */
  sessions: { idle: number; absolute: number; adminIdle: number }
  /** Whether people can create accounts themselves. */
  selfRegistration: boolean
  /** The language for callers that ask for none. */
  defaultLocale: Locale
  /** The IANA time zone of calls that name none. */
  defaultTimeZone: string
  /** The proxy for outgoing HTTPS, and the hosts that are called directly (the syntax of NO_PROXY). */
  proxy: { url: string; except: string } | null
  /** Sentences for the operator: former names in use, and values that are valid but risky. */
  warnings: string[]
}

/** Its message names every fault in one sentence and repeats no value that may be secret. */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The configuration is wrong: ${faults.join('; ')}.`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/**
 * Reads and checks the settings; an empty variable counts as not set.
 * @throws {ConfigError} that names all faults at once
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
