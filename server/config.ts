import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as v from 'valibot'
import { limits } from '../contract/limits.ts'
import {
  hasScheme,
  host,
  isNetwork,
  isOrigin,
  list,
  origin,
  parsedUrl,
  port,
  printable,
  text,
} from './config.shapes.ts'
import { isLoopback } from './core/loopback.ts'
import { faultOfGeoipFile } from './devices/geoip.ts'
import { parseTransport } from './notifications/transports/parse.ts'
import type { Channel } from './notifications/transports/transport.ts'

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
  dataDir: string
  smsUrl: string
  mailUrl: string
  /** E.164 */
  adminPhone: string | undefined
  adminPassword: string | undefined
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
  /** How long an audit event is kept; null: for ever. */
  auditDays: number | null
  icp: string | undefined
  policeFiling: string | undefined
  /** Set by `npm run dev`: the schema may be asked for, errors suggest names. */
  development: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Where a phone number without a country code belongs. */
  defaultRegion: CountryCode
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

/** A way to send that channel's messages; what is wrong with it is the transport's to say. */
const transport = (channel: Channel) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    try {
      parseTransport(dataset.value, channel)
    } catch (error) {
      addIssue({ message: (error as Error).message })
    }
  })

const geoipFile = v.rawCheck<string>(({ dataset, addIssue }) => {
  const fault = dataset.typed ? faultOfGeoipFile(dataset.value) : null
  if (fault) addIssue({ message: fault })
})

const postgresUrl = text('must be a postgres: address', (url) => hasScheme(url, 'postgres:', 'postgresql:'))

/** One row a variable: what it must look like, and what it is where it is not set. */
const settings = {
  HOST: v.optional(host, '127.0.0.1'),
  PORT: v.optional(port(0), '3000'),
  NODE_ENV: v.optional(v.string()),
  REEVE_PUBLIC_URL: v.optional(
    origin('must be an http: or https: address without a path, such as https://reeve.example.com'),
  ),
  REEVE_REALM: v.optional(
    text('must be 1 to 64 small letters, digits or hyphens', (name) => /^[a-z\d-]{1,64}$/.test(name)),
    'reeve',
  ),
  REEVE_DATABASE_URL: v.optional(postgresUrl),
  REEVE_DATABASE_LISTEN_URL: v.optional(postgresUrl),
  REEVE_DATA_DIR: v.optional(v.string(), './data'),
  /** Read by npm start, which chooses the Node that this runs on. */
  REEVE_NODE: v.optional(v.string()),
  REEVE_SMS_URL: v.optional(v.pipe(v.string(), transport('sms')), 'log:'),
  REEVE_MAIL_URL: v.optional(v.pipe(v.string(), transport('mail')), 'log:'),
  REEVE_ADMIN_PHONE: v.optional(v.string()),
  REEVE_ADMIN_PASSWORD: v.optional(
    text(
      `must be ${limits.password.min} to ${limits.password.max} characters`,
      (secret) => inRange([...secret.normalize('NFKC')].length, limits.password) && !/\p{Cc}/u.test(secret),
    ),
  ),
  REEVE_LIMITS: v.optional(
    v.pipe(
      text('must be a number above 0', (number) => /^\d+(\.\d+)?$/.test(number) && Number(number) > 0),
      v.transform(Number),
      v.finite('must be a number above 0'),
    ),
    '1',
  ),
  REEVE_TRUSTED_OPENERS: v.optional(
    v.pipe(
      list('must be origins such as https://portal.example.com, separated by commas', isOrigin),
      v.transform((origins) => origins.map((item) => new URL(item).origin)),
    ),
    '',
  ),
  REEVE_TRUSTED_PROXIES: v.optional(
    list('must be addresses or ranges such as 10.0.0.0/8, separated by commas', isNetwork),
    '',
  ),
  REEVE_DEVICE_SERVICE_URL: v.optional(
    v.pipe(
      text('must be an http: or https: address', (url) => {
        const parsed = parsedUrl(url)
        return hasScheme(url, 'http:', 'https:') && !parsed?.username && !parsed?.search && !parsed?.hash
      }),
      v.transform((url) => url.replace(/\/+$/, '')),
    ),
  ),
  REEVE_QUERY_METHOD: v.optional(v.picklist(['POST', 'GET'], 'must be POST or GET'), 'POST'),
  REEVE_DEPLOYMENT: v.optional(
    v.picklist(['platform', 'private'], 'must be platform or private'),
    'platform',
  ),
  REEVE_TENANT_NAME: v.optional(
    v.pipe(
      v.string(),
      v.transform((name) => name.trim().normalize('NFC')),
      printable(limits.name.max),
    ),
  ),
  REEVE_MQTT_URL: v.optional(
    text('must be an mqtt:, mqtts:, ws: or wss: address', (url) =>
      hasScheme(url, 'mqtt:', 'mqtts:', 'ws:', 'wss:'),
    ),
  ),
  REEVE_MQTT_PORT: v.optional(port(0)),
  REEVE_IP_DATA: v.optional(v.pipe(v.string(), geoipFile)),
  REEVE_WEBHOOK_NETWORKS: v.optional(
    list('must be addresses or ranges such as 10.0.0.0/8, separated by commas', isNetwork),
    '',
  ),
  REEVE_METRICS_TOKEN: v.optional(
    text('must be 16 or more characters without spaces', (token) => /^[!-~]{16,}$/.test(token)),
  ),
  REEVE_AUDIT_DAYS: v.optional(
    v.pipe(
      text(
        'must be a whole number of days, 180 or more, or 0 to keep the audit log for ever',
        (days) => /^\d{1,6}$/.test(days) && (Number(days) === 0 || Number(days) >= 180),
      ),
      v.transform((days) => Number(days) || null),
    ),
    '1095',
  ),
  REEVE_ICP: v.optional(printable(100)),
  REEVE_POLICE_FILING: v.optional(printable(100)),
  REEVE_LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
  REEVE_DEFAULT_REGION: v.optional(
    v.pipe(
      text('must be a country of two capital letters, such as CN', isSupportedCountry),
      v.transform((country) => country as CountryCode),
    ),
    'CN',
  ),
}

type Settings = { [Name in keyof typeof settings]: v.InferOutput<(typeof settings)[Name]> }

const inRange = (number: number, range: { min: number; max: number }) =>
  number >= range.min && number <= range.max

/**
 * Reads and checks the settings; an empty variable counts as not set.
 * @throws {ConfigError} that names all faults at once
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults = unknownNames(env)
  const read: Partial<Settings> = {}
  for (const [name, schema] of Object.entries(settings)) {
    const result = v.safeParse(schema, env[name] || undefined)
    if (result.success) Object.assign(read, { [name]: result.output })
    else faults.push(`${name} ${result.issues[0].message}`)
  }
  faults.push(...contradictions(read))

  const region = read.REEVE_DEFAULT_REGION ?? 'CN'
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
    databaseUrl: values.REEVE_DATABASE_URL,
    databaseListenUrl: values.REEVE_DATABASE_LISTEN_URL,
    dataDir: values.REEVE_DATA_DIR,
    smsUrl: values.REEVE_SMS_URL,
    mailUrl: values.REEVE_MAIL_URL,
    adminPhone: phone?.number,
    adminPassword: values.REEVE_ADMIN_PASSWORD,
    limits: values.REEVE_LIMITS,
    trustedOpeners: values.REEVE_TRUSTED_OPENERS,
    trustedProxies: values.REEVE_TRUSTED_PROXIES,
    deviceServiceUrl: values.REEVE_DEVICE_SERVICE_URL,
    queryMethod: values.REEVE_QUERY_METHOD,
    deployment: values.REEVE_DEPLOYMENT,
    tenantName: values.REEVE_TENANT_NAME,
    mqttUrl: values.REEVE_MQTT_URL,
    mqttPort: values.REEVE_MQTT_PORT,
    ipData: values.REEVE_IP_DATA,
    webhookNetworks: values.REEVE_WEBHOOK_NETWORKS,
    metricsToken: values.REEVE_METRICS_TOKEN,
    auditDays: values.REEVE_AUDIT_DAYS,
    icp: values.REEVE_ICP,
    policeFiling: values.REEVE_POLICE_FILING,
    development: values.NODE_ENV === 'development',
    logLevel: values.REEVE_LOG_LEVEL,
    defaultRegion: values.REEVE_DEFAULT_REGION,
  }
}

/** A misspelt setting would otherwise be a default in silence. REEVE_TEST_… belongs to the tests. */
function unknownNames(env: Record<string, string | undefined>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('REEVE_') && !name.startsWith('REEVE_TEST_') && !(name in settings))
    .map((name) => `${name} is not a setting`)
}

/** Faults of settings that are right one by one. */
function contradictions(read: Partial<Settings>): string[] {
  const faults: string[] = []
  if (read.HOST !== undefined && !isLoopback(read.HOST)) {
    if (read.REEVE_SMS_URL?.startsWith('log:'))
      faults.push('REEVE_SMS_URL must not be log: where HOST is not loopback')
    if (read.REEVE_MAIL_URL?.startsWith('log:'))
      faults.push('REEVE_MAIL_URL must not be log: where HOST is not loopback')
    if ('REEVE_PUBLIC_URL' in read && !read.REEVE_PUBLIC_URL)
      faults.push('REEVE_PUBLIC_URL is needed where HOST is not loopback')
  }
  if (read.REEVE_DATABASE_LISTEN_URL && !read.REEVE_DATABASE_URL)
    faults.push('REEVE_DATABASE_LISTEN_URL needs REEVE_DATABASE_URL beside it')
  if (read.REEVE_DEPLOYMENT === 'private' && 'REEVE_TENANT_NAME' in read && !read.REEVE_TENANT_NAME)
    faults.push('REEVE_TENANT_NAME is needed where REEVE_DEPLOYMENT is private')
  if (read.REEVE_MQTT_URL && !new URL(read.REEVE_MQTT_URL).password)
    faults.push('REEVE_MQTT_URL needs a user name and a password: mqtt://USER:PASSWORD@HOST')
  if (read.REEVE_MQTT_URL && read.REEVE_MQTT_PORT !== undefined)
    faults.push('REEVE_MQTT_URL and REEVE_MQTT_PORT exclude each other')
  return faults
}
