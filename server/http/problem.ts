import { STATUS_CODES } from 'node:http'
import { type ErrorCode, errors, errorText, type Locale, messageText } from '../../contract/errors.ts'
import { AppError } from '../core/errors.ts'
import { isRefusedValue, isUnavailable } from '../db/constraints.ts'
import { writeFaultOf } from '../db/writes.ts'

/** Reasons why the HTTP layer refuses a request: status, error code, and texts in both languages. */
const refusals = {
  timeout: [408, 'BAD_INPUT', '请求发送超时', 'The request timed out while it was being sent'],
  method: [405, 'BAD_INPUT', '此地址不支持该请求方法', 'This URL does not support the request method'],
  path: [404, 'NOT_FOUND', '此地址不存在', 'Nothing exists at this URL'],
  tooLarge: [413, 'TOO_LARGE', '请求内容过大', 'The request is too large'],
  mediaType: [
    415,
    'BAD_INPUT',
    '不支持此内容类型，请使用 application/json',
    'Unsupported content type. Send application/json.',
  ],
  encoding: [
    415,
    'BAD_INPUT',
    '不接受压缩的请求内容，请勿使用 Content-Encoding',
    'Compressed requests are not supported. Send the request without Content-Encoding.',
  ],
  headers: [431, 'TOO_LARGE', '请求头过大', 'The headers of the request are too large'],
  malformed: [400, 'BAD_INPUT', '请求格式不正确', 'The request is malformed'],
  url: [400, 'BAD_INPUT', '请求地址编码不正确', 'The URL is not encoded correctly'],
  text: [
    400,
    'BAD_INPUT',
    '文本须为有效的 UTF-8，且不得包含空字符或不成对的代理字符',
    'Text must be valid UTF-8 without NUL characters or lone surrogates',
  ],
  starting: [503, 'UNAVAILABLE', '服务正在启动，请稍后再试', 'The service is starting. Try again later.'],
  stopping: [503, 'UNAVAILABLE', '服务正在停止', 'The service is stopping'],
  database: [503, 'UNAVAILABLE', '数据库暂时不可用', 'The database is not available right now'],
} as const satisfies Record<string, readonly [status: number, code: ErrorCode, zh: string, en: string]>

export type RefusalName = keyof typeof refusals

export class Refusal extends Error {
  readonly reason: RefusalName
  /** HTTP status. Plugins that send errors in their own format read this property. */
  readonly statusCode: number

  constructor(reason: RefusalName) {
    super(refusals[reason][3])
    this.statusCode = refusals[reason][0]
    this.reason = reason
  }
}

/** Maps error codes of Fastify to refusals. Errors with other codes are mapped by their status. */
const fastifyRefusals: Record<string, RefusalName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'mediaType',
  FST_ERR_CTP_INVALID_TYPE: 'mediaType',
  FST_ERR_BAD_URL: 'url',
  FST_ERR_MAX_PARAM_LENGTH: 'path',
  FST_ERR_ASYNC_CONSTRAINT: 'malformed',
}

export interface Answer {
  status: number
  code: ErrorCode
  /** An explanation for the user, as one sentence. */
  detail: string
  fields?: Record<string, string>
  /** Seconds to wait before the next attempt. */
  retryAfter?: number
  challenge?: object
}

/** Returns the response to an error. The response contains no internal information. */
export function answerTo(error: unknown, locale: Locale): Answer {
  if (error instanceof AppError) {
    const status = errors[error.code][2]
    const fields = error.fieldTexts(locale)
    const { retryAfter = status === 503 ? 1 : undefined, challenge } = error.details
    return {
      status,
      code: error.code,
      detail: error.text(locale),
      ...(fields && { fields }),
      ...(retryAfter && { retryAfter }),
      ...(challenge && { challenge }),
    }
  }
  const reason = refusalOf(error)
  if (reason) {
    const [status, code, zh, en] = refusals[reason]
    return {
      status,
      code,
      detail: locale === 'zh-CN' ? zh : en,
      ...(status === 503 && { retryAfter: 1 }),
    }
  }
  if (isRefusedValue(error))
    return { status: 400, code: 'BAD_INPUT', detail: messageText('input.unreadable', locale) }
  if (writeFaultOf(error)) return answerTo(noWrites(error), locale)
  const code = isUnavailable(error) ? 'UNAVAILABLE' : 'INTERNAL'
  return {
    status: errors[code][2],
    code,
    detail: errorText(code, locale),
    ...(code === 'UNAVAILABLE' && { retryAfter: 1 }),
  }
}

/**
 * Whether to log the error. Logs faults of the server, and values that PostgreSQL rejected although the HTTP
 * layer should have rejected them.
 */
export const isToLog = (answer: Answer, error: unknown): boolean =>
  answer.status >= 500 || isRefusedValue(error)

const noWrites = (cause: unknown) =>
  new AppError('UNAVAILABLE', { message: ['database.noWrites'], retryAfter: 10, cause })

function refusalOf(error: unknown): RefusalName | undefined {
  if (error instanceof Refusal) return error.reason
  if (!(error instanceof Error)) return undefined
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (typeof code !== 'string' || !code.startsWith('FST_')) return undefined
  const clientsFault = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return fastifyRefusals[code] ?? (clientsFault ? 'malformed' : undefined)
}

export const problemType = 'application/problem+json; charset=utf-8'

/**
 * Returns the body of an error response in the format of RFC 9457 with the project's error code. Only
 * INTERNAL errors have a `requestId`, which identifies their log line.
 */
export function problem(answer: Answer, requestId: string): object {
  const { status, code, detail, fields, challenge } = answer
  return {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail,
    code,
    fields,
    challenge,
    ...(code === 'INTERNAL' && { requestId }),
  }
}

/** Returns the body of an error response in GraphQL format. */
export function graphqlErrors(answer: Answer, requestId: string): { errors: object[] } {
  const { code, detail, fields, retryAfter, challenge } = answer
  const extensions = { code, fields, retryAfter, challenge, ...(code === 'INTERNAL' && { requestId }) }
  return { errors: [{ message: detail, extensions }] }
}
