import type { FastifyReply } from 'fastify'
import type { ExecutionResult, GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { type Locale, type MessageKey, messageText } from '../../../contract/errors.ts'
import type { Budget } from '../../core/budget.ts'
import { AppError } from '../../core/errors.ts'
import { type IdempotentRequest, KeyRejected } from '../../core/idempotency/idempotent-request.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { Caller } from '../../core/viewer.ts'
import { answerTo, graphqlErrors, isToLog } from '../problem.ts'
import type { Fault } from './documents.ts'
import { type Form, multipart } from './multipart.ts'

export const jsonType = 'application/json; charset=utf-8'

/** The reasons why a request is refused before it is executed. */
export interface RefusedRequest {
  faults: readonly Fault[]
  /** HTTP status. Defaults to 400. */
  status?: number
}

export const refusal = (key: MessageKey, status = 400): RefusedRequest => ({
  faults: [new AppError('BAD_INPUT', { message: [key] })],
  status,
})

/** Sends the response to a request that is refused before it is executed. */
export function refuse(reply: FastifyReply, locale: Locale, { faults, status = 400 }: RefusedRequest) {
  if (status === 405) reply.header('Allow', 'POST')
  return reply
    .code(status)
    .type(jsonType)
    .send({ errors: faults.map((fault) => answerToFault(fault, locale)) })
}

/** Returns the response for an error that affects the whole operation. */
export const refusedAnswer = (error: AppError, { id, locale }: RequestInfo) => ({
  data: null,
  ...graphqlErrors(answerTo(error, locale), id),
})

interface Call {
  reply: FastifyReply
  info: RequestInfo
  viewer: Caller | null
  log: Logger
  /** Whether the operation is a subscription. */
  live: boolean
  form: Form | null
  idempotent: IdempotentRequest | undefined
  budget: Budget
  abort: AbortController
}

type ResultStream = AsyncIterable<object>

/** Sends the result of an operation. A streamed result is sent in several parts. */
export const sendResult = (result: object, call: Call) =>
  isStreamed(result) ? sendParts(result, call) : sendWhole(result, call)

async function sendWhole(result: object, call: Call) {
  const { reply, info, log, live, idempotent } = call
  const { errors, ...execution } = result as ExecutionResult
  // A response without `data` means that nothing was executed, because a variable is missing or has the wrong
  // type. The exception is a subscription that was refused, which has no `data` either.
  const refused = live && errors?.some((error) => error.originalError)
  if (!('data' in execution) && !refused) return refuse(reply, info.locale, { faults: errors ?? [] })
  const shown = withShownErrors(result, (error) => describeError(error, call))
  const answer = JSON.stringify({ data: null, ...shown })
  // The changes are committed even if the response cannot be stored. If the client then repeats the request,
  // the response is built from the stored results of the mutations.
  if (!errors)
    await idempotent
      ?.storeAnswer(answer)
      .catch((error) => log.warn({ err: error }, 'could not store the response of an idempotent request'))
  return reply.type(jsonType).send(answer)
}

function sendParts(result: StreamedResult, call: Call) {
  const { reply, info, live, form, budget, abort } = call
  if (!form) {
    abort.abort()
    return refuse(reply, info.locale, refusal('graphql.parts', 406))
  }
  const shown = (part: object) => withShownErrors(part, (error) => describeError(error, call))
  const answer = multipart(partsOf(result), {
    shown(part) {
      if (live) return { payload: budget.error ? refusedAnswer(budget.error, info) : shown(part) }
      if (budget.error) throw budget.error
      return shown(part)
    },
    describe(error) {
      const errors = graphqlErrors(answerTo(error, info.locale), info.id)
      return live ? { payload: null, ...errors } : { ...errors, hasNext: false }
    },
    signal: abort.signal,
    beats: live,
  })
  // Asks proxies not to buffer the response.
  return reply.header('X-Accel-Buffering', 'no').type(form.type).send(answer)
}

/**
 * Returns the response for an error of a field. Throws if the error affects the whole request, such as an
 * outage, an invalid token, or an idempotency key in use.
 */
function describeError(
  error: GraphQLError,
  { log, viewer, info: { id, locale } }: Pick<Call, 'log' | 'viewer' | 'info'>,
) {
  const cause = error.originalError
  if (!cause) return error.toJSON()
  const answer = answerTo(cause, locale)
  if (answer.code === 'UNAVAILABLE' || answer.code === 'UNAUTHENTICATED' || cause instanceof KeyRejected)
    throw cause
  if (isToLog(answer, cause))
    log.error({ requestId: id, path: error.path, err: cause }, 'GraphQL field failed')
  // Refused calls are logged with the caller, so that operators can investigate them.
  else
    log.info(
      { requestId: id, path: error.path, code: answer.code, by: idOf(viewer) },
      'GraphQL field refused',
    )
  const [shown] = graphqlErrors(answer, id).errors
  return { ...shown, path: error.path, locations: error.locations }
}

const idOf = (caller: Caller | null) =>
  caller && (caller.kind === 'account' ? caller.accountId : caller.applicationId)

/**
 * Returns the response for an invalid GraphQL request. The reason from the GraphQL library is intended for
 * developers.
 */
function answerToFault(fault: Fault, locale: Locale): object {
  const extensions = { code: 'BAD_INPUT' }
  if (fault instanceof AppError) return { message: fault.text(locale), extensions }
  const message = messageText('graphql.invalid', locale, { reason: fault.message })
  return { ...fault.toJSON(), message, extensions }
}

type StreamedResult = ResultStream | { initialResult: object; subsequentResults: ResultStream }

const isStreamed = (result: object): result is StreamedResult =>
  Symbol.asyncIterator in result || 'initialResult' in result

async function* partsOf(result: StreamedResult): AsyncGenerator<object> {
  if ('initialResult' in result) {
    yield result.initialResult
    yield* result.subsequentResults
  } else yield* result
}

type Describe = (error: GraphQLError) => unknown

/** Formats the errors of a result and of all its later parts. */
function withShownErrors(execution: object, describe: Describe): object {
  const { errors, incremental, completed } = execution as ExecutionResult & {
    incremental?: object[]
    completed?: object[]
  }
  if (!errors && !incremental && !completed) return execution
  return {
    ...execution,
    ...(errors && { errors: errors.map(describe) }),
    ...(incremental && { incremental: incremental.map((part) => withShownErrors(part, describe)) }),
    ...(completed && { completed: completed.map((part) => withShownErrors(part, describe)) }),
  }
}
