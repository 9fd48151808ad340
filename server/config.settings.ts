import ipaddr from 'ipaddr.js'
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max'
import * as v from 'valibot'
import { limits } from '../contract/limits.ts'
import { parseTarget } from './audit/sending/targets.ts'
import { parseStorage } from './certification/documents/storage/parse.ts'
import { brandVariables } from './config.brand.ts'
import {
  duration,
  hasScheme,
  host,
  isOrigin,
  list,
  networks,
  origin,
  parsedUrl,
  port,
  printable,
  proxy,
  text,
  whole,
} from './config.shapes.ts'
import { telemetryVariables } from './config.telemetry.ts'
import { checkTls, withVerifiedTls } from './config.tls.ts'
import { isLoopback } from './core/loopback.ts'
import { compose, foldWidth } from './core/text.ts'
import { isTimeZone } from './core/time/zone.ts'
import type { SecondFactor } from './core/viewer.ts'
import { faultOfGeoipFile } from './devices/geoip.ts'
import { parseTransport } from './notifications/transports/parse.ts'
import type { Channel } from './notifications/transports/transport.ts'

/**
 * Validates a setting by parsing it. If the parser throws an error, the error's message becomes the fault.
 */
const readBy = (read: (setting: string) => unknown) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    try {
      read(dataset.value)
    } catch (error) {
      addIssue({ message: (error as Error).message })
    }
  })
/** Validates the URL of a transport for SMS or email. */
const transport = (channel: Channel) => readBy((setting) => parseTransport(setting, channel))

const geoipFile = v.rawCheck<string>(({ dataset, addIssue }) => {
  const fault = dataset.typed ? faultOfGeoipFile(dataset.value) : null
  if (fault) addIssue({ message: fault })
})

const count = v.pipe(
  text('must be a whole number, or 0 for no limit', (number) => /^\d{1,9}$/.test(number)),
  v.transform(Number),
)

const postgresUrl = v.pipe(
  text('must be a postgres: URL', (url) => hasScheme(url, 'postgres:', 'postgresql:')),
  readBy(checkTls),
)

const webPage = text('must be an http: or https: URL', (url) => hasScheme(url, 'http:', 'https:'))

const demanded = { optional: 'offered', administrators: 'admins', required: 'all' } satisfies Record<
  string,
  SecondFactor
>

/** Format and default value of each variable. */
export const settings = {
  HOST: v.optional(host, '127.0.0.1'),
  PORT: v.optional(port(0), '3000'),
  NODE_ENV: v.optional(v.string()),
  HTTPS_PROXY: v.optional(proxy),
  NO_PROXY: v.optional(v.string()),
  REEVE_PUBLIC_URL: v.optional(
    origin('must be an http: or https: URL without a path, such as https://reeve.example.com'),
  ),
  REEVE_REALM: v.optional(
    text('must be 1 to 64 lower-case letters, digits or hyphens', (name) => /^[a-z\d-]{1,64}$/.test(name)),
    'reeve',
  ),
  REEVE_DATABASE_URL: v.optional(postgresUrl),
  REEVE_DATABASE_LISTEN_URL: v.optional(postgresUrl),
  REEVE_DATABASE_READ_URL: v.optional(postgresUrl),
  REEVE_DATABASE_POOL_SIZE: v.optional(whole({ min: 2, max: 1_000 }), '16'),
  REEVE_DATA_DIR: v.optional(v.string(), './data'),
  /** Not used by the server itself. `npm start` reads this variable to select the Node.js version. */
  REEVE_NODE: v.optional(v.string()),
  REEVE_SMS_URL: v.optional(v.pipe(v.string(), transport('sms')), 'log:'),
  REEVE_SMS_FALLBACK_URL: v.optional(v.pipe(v.string(), transport('sms'))),
  REEVE_SMS_PER_HOUR: v.optional(count, '1000'),
  REEVE_SMS_PER_DAY: v.optional(count, '10000'),
  REEVE_MAIL_URL: v.optional(v.pipe(v.string(), transport('mail')), 'log:'),
  REEVE_ADMIN_PHONE: v.optional(v.string()),
  REEVE_ADMIN_PASSWORD: v.optional(
    text(
      `must be ${limits.password.min} to ${limits.password.max} characters`,
      (secret) => inRange([...foldWidth(secret)].length, limits.password) && !/\p{Cc}/u.test(secret),
    ),
  ),
  REEVE_SECOND_FACTOR: v.optional(
    v.pipe(
      v.picklist(['optional', 'administrators', 'required'], 'must be optional, administrators or required'),
      v.transform((word) => demanded[word]),
    ),
    'optional',
  ),
  REEVE_REQUIRE_PKCE: v.optional(
    v.pipe(
      v.picklist(['true', 'false'], 'must be true or false'),
      v.transform((word) => word === 'true'),
    ),
    'false',
  ),
  REEVE_LIMITS: v.optional(
    v.pipe(
      text('must be a number above 0', (number) => /^\d+(\.\d+)?$/.test(number) && Number(number) > 0),
      v.transform(Number),
      v.finite('must be a number above 0'),
    ),
    '1',
  ),
  REEVE_ALLOWED_OPENERS: v.optional(
    v.pipe(
      list('must be origins such as https://portal.example.com, separated by commas', isOrigin),
      v.transform((origins) => origins.map((item) => new URL(item).origin)),
    ),
    '',
  ),
  REEVE_TRUSTED_PROXIES: networks(),
  REEVE_DEVICE_SERVICE_URL: v.optional(
    v.pipe(
      text('must be an http: or https: URL', (url) => {
        const parsed = parsedUrl(url)
        return hasScheme(url, 'http:', 'https:') && !parsed?.username && !parsed?.search && !parsed?.hash
      }),
      v.transform((url) => url.replace(/\/+$/, '')),
    ),
  ),
  REEVE_QUERY_METHOD: v.optional(v.picklist(['POST', 'GET'], 'must be POST or GET'), 'POST'),
  REEVE_SINGLE_ORGANIZATION: v.optional(
    v.pipe(
      v.string(),
      v.transform((name) => compose(name.trim())),
      printable(limits.name.max),
    ),
  ),
  REEVE_MQTT_URL: v.optional(
    text('must be an mqtt:, mqtts:, ws: or wss: URL', (url) =>
      hasScheme(url, 'mqtt:', 'mqtts:', 'ws:', 'wss:'),
    ),
  ),
  REEVE_MQTT_PORT: v.optional(port(0)),
  REEVE_GEOIP_FILE: v.optional(v.pipe(v.string(), geoipFile)),
  REEVE_WEBHOOK_NETWORKS: networks(),
  REEVE_IDENTITY_NETWORKS: networks(),
  REEVE_METRICS_TOKEN: v.optional(
    text('must be 16 or more characters without spaces', (token) => /^[!-~]{16,}$/.test(token)),
  ),
  REEVE_AUDIT_DAYS: v.optional(
    v.pipe(
      text(
        'must be a whole number of days, 180 or more, or 0 to store the audit log forever',
        (days) => /^\d{1,6}$/.test(days) && (Number(days) === 0 || Number(days) >= 180),
      ),
      v.transform((days) => Number(days) || null),
    ),
    '1095',
  ),
  REEVE_AUDIT_URL: v.optional(v.pipe(v.string(), readBy(parseTarget))),
  REEVE_AUDIT_SEAL_URL: v.optional(v.pipe(v.string(), readBy(parseTarget))),
  REEVE_DOCUMENTS_URL: v.optional(v.pipe(v.string(), readBy(parseStorage))),
  REEVE_SECURITY_CONTACT: v.optional(
    text('must be a mailto: or https: URL', (url) => hasScheme(url, 'mailto:', 'https:')),
  ),
  REEVE_TERMS_URL: v.optional(webPage),
  REEVE_PRIVACY_URL: v.optional(webPage),
  REEVE_TERMS_VERSION: v.optional(
    text('must be 1 to 32 letters, digits, dots or hyphens, such as 2026-11-01', (version) =>
      /^[\w.-]{1,32}$/.test(version),
    ),
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
  REEVE_LOG_CLIENT: v.optional(
    v.picklist(['none', 'network', 'full'], 'must be none, network or full'),
    'none',
  ),
  REEVE_SESSION_IDLE: v.optional(duration, '30d'),
  REEVE_SESSION_MAX: v.optional(duration, '90d'),
  REEVE_ADMIN_SESSION_IDLE: v.optional(duration, '12h'),
  REEVE_SELF_REGISTRATION: v.optional(v.picklist(['open', 'closed'], 'must be open or closed'), 'open'),
  REEVE_DEFAULT_LANGUAGE: v.optional(v.picklist(['zh-CN', 'en-US'], 'must be zh-CN or en-US'), 'zh-CN'),
  REEVE_DEFAULT_TIME_ZONE: v.optional(
    text('must be an IANA time zone, such as Asia/Shanghai', isTimeZone),
    'UTC',
  ),
  REEVE_DEFAULT_PHONE_REGION: v.optional(
    v.pipe(
      text('must be a country code of two capital letters, such as CN', isSupportedCountry),
      v.transform((country) => country as CountryCode),
    ),
    'CN',
  ),
  ...brandVariables,
  ...telemetryVariables,
}

export type Settings = { [Name in keyof typeof settings]: v.InferOutput<(typeof settings)[Name]> }

const inRange = (number: number, range: { min: number; max: number }) =>
  number >= range.min && number <= range.max

/** Returns faults for settings that are valid on their own but contradict each other. */
export function contradictions(read: Partial<Settings>): string[] {
  const faults: string[] = []
  if (read.HOST !== undefined && !isLoopback(read.HOST)) {
    for (const name of ['REEVE_SMS_URL', 'REEVE_SMS_FALLBACK_URL'] as const)
      if (read[name]?.startsWith('log:'))
        faults.push(`${name} must not be log: if HOST is not a loopback address`)
    if (read.REEVE_MAIL_URL?.startsWith('log:'))
      faults.push('REEVE_MAIL_URL must not be log: if HOST is not a loopback address')
    if ('REEVE_PUBLIC_URL' in read && !read.REEVE_PUBLIC_URL)
      faults.push('REEVE_PUBLIC_URL is required if HOST is not a loopback address')
  }
  for (const name of ['REEVE_DATABASE_LISTEN_URL', 'REEVE_DATABASE_READ_URL'] as const)
    if (read[name] && !read.REEVE_DATABASE_URL) faults.push(`${name} requires REEVE_DATABASE_URL`)
  if ((read.REEVE_TERMS_URL || read.REEVE_PRIVACY_URL) && !read.REEVE_TERMS_VERSION)
    faults.push('REEVE_TERMS_VERSION is required if REEVE_TERMS_URL or REEVE_PRIVACY_URL is set')
  if (read.REEVE_MQTT_URL && !new URL(read.REEVE_MQTT_URL).password)
    faults.push('REEVE_MQTT_URL requires a username and a password: mqtt://USER:PASSWORD@HOST')
  if (read.REEVE_MQTT_URL && read.REEVE_MQTT_PORT !== undefined)
    faults.push('REEVE_MQTT_URL and REEVE_MQTT_PORT cannot both be set')
  for (const name of ['REEVE_SESSION_IDLE', 'REEVE_ADMIN_SESSION_IDLE'] as const)
    if ((read[name] ?? 0) > (read.REEVE_SESSION_MAX ?? Number.POSITIVE_INFINITY))
      faults.push(`${name} must not be longer than REEVE_SESSION_MAX`)
  return faults
}

/** Returns warnings about settings that are valid but rarely intended. */
export function advice(values: Settings): string[] {
  const warnings: string[] = []
  if (values.REEVE_LIMITS !== 1)
    warnings.push(
      `REEVE_LIMITS is ${values.REEVE_LIMITS}: it multiplies the rate limits per network and is meant only for tests and benchmarks`,
    )
  for (const name of ['REEVE_DATABASE_URL', 'REEVE_DATABASE_LISTEN_URL', 'REEVE_DATABASE_READ_URL'] as const)
    if (values[name] && withVerifiedTls(values[name]) !== values[name])
      warnings.push(`${name} has an sslmode that is treated as verify-full: set sslmode=verify-full`)
  for (const range of values.REEVE_TRUSTED_PROXIES.filter(isWide))
    warnings.push(
      `REEVE_TRUSTED_PROXIES contains ${range}: anyone in that range can forge the client IP address used for rate limits and the audit log. Set it to the address of the proxy only`,
    )
  return warnings
}

/** Whether a range contains more than 256 IPv4 addresses or more than one IPv6 /64 network. */
function isWide(range: string): boolean {
  if (!range.includes('/')) return false
  const [address, bits] = ipaddr.parseCIDR(range)
  return bits < (address.kind() === 'ipv4' ? 24 : 64)
}
