import { type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from '../config.ts'
import { passwordOfAddress } from '../core/process/passwords.ts'
import { isRefusedValue } from '../db/constraints.ts'
import { traceIds } from '../telemetry/trace.ts'

/**
 * Secrets that are removed from every log line: signed tokens, values after Bearer or Basic, and passwords in
 * URLs. Also removes the middle of phone numbers (E.164, or Chinese mobile numbers without country code).
 */
const secrets: readonly [pattern: RegExp, instead: string][] = [
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(Bearer|Basic)\s+[\w\-.~+/]+=*/gi, '$1 [secret]'],
  passwordOfAddress,
  [/(\+\d{3,7})\d{4}(\d{4})(?!\d)/g, '$1****$2'],
  [/(\+\d{2})\d{4,6}(\d{2})(?!\d)/g, '$1****$2'],
  [/(?<![\w.+*-])(1[3-9]\d)\d{4}(\d{4})(?![\w.-])/g, '$1****$2'],
]

const withoutSecrets = (line: string): string =>
  secrets.reduce((cleaned, [pattern, instead]) => cleaned.replace(pattern, instead), line)

const hidden = [
  'password',
  'newPassword',
  'oldPassword',
  'mobilePhoneCode',
  'token',
  'access_token',
  'refresh_token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
]

/**
 * A `code` of six digits is a verification code, so it is hidden. Any other `code` is an error code and is
 * shown.
 */
const censor = (value: unknown, path: string[]): unknown =>
  path.at(-1) === 'code' && !/^\d{6}$/.test(String(value)) ? value : '[secret]'

interface ErrorLike {
  type?: string
  message?: string
  code?: unknown
  stack?: string
  constraint?: unknown
  cause?: unknown
}

/**
 * Returns only those properties of an error that never contain data. Database errors also have properties
 * with the row and the parameters.
 */
function serializeError(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error) as ErrorLike
  const { code, constraint, cause } = error as ErrorLike
  // PostgreSQL quotes a rejected value in the message, so the quoted text is removed.
  const unquoted = (text?: string) => (isRefusedValue(error) ? text?.replace(/".*"/gs, '"…"') : text)
  return {
    type,
    message: unquoted(message),
    code,
    constraint,
    stack: unquoted(stack),
    cause: cause instanceof Error ? serializeError(cause) : undefined,
  }
}

interface Lines {
  write(line: string): void
}

/**
 * Creates the logger, which writes JSON lines, or colored lines on a terminal. Each line is also passed to
 * `also`.
 */
export function createLog(
  config: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'telemetry'>>,
  destination?: Lines,
  also?: (line: string) => void,
): Logger {
  const shown = destination ?? printed()
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...hidden, 'code'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor },
      serializers: { err: serializeError },
      hooks: { streamWrite: withoutSecrets },
      ...(config.telemetry?.traces && { mixin: traceIds }),
    },
    also ? both(shown, also) : shown,
  )
}

const printed = (): Lines =>
  process.stdout.isTTY ? pretty({ sync: true, ignore: 'pid,hostname' }) : pino.destination({ sync: true })

const both = (shown: Lines, also: (line: string) => void): Lines => ({
  write(line) {
    shown.write(line)
    also(line)
  },
})
