import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ExecutionResult,
  experimentalExecuteIncrementally,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  legacyExecuteIncrementally,
  type OperationDefinitionNode,
  subscribe,
} from 'graphql'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { type Locale, type MessageKey, messageText } from '../../../contract/errors.ts'
import { required } from '../../../contract/required.ts'
import { loadAccount } from '../../accounts/types.ts'
import { createBudget } from '../../core/budget.ts'
import type { Context, Services } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { KeyRejected, openIdempotentRequest } from '../../core/idempotency/idempotent-request.ts'
import { type Credentials, credentialsOf, type RequestInfo } from '../../core/request.ts'
import type { Caller } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import { endSpan } from '../../telemetry/trace.ts'
import { parseJson } from '../body.ts'
import { answerTo, graphqlErrors, isToLog } from '../problem.ts'
import { idempotentRequest, positionHeader, withoutProof } from '../request.ts'
import { readCost } from './cost.ts'
import { createDocuments, type Fault } from './documents.ts'
import { multipart, partsTaken } from './multipart.ts'
import { traceFields } from './tracing.ts'

interface Options {
  schema: GraphQLSchema
  db: Database
  services: Services
  log: Logger
  /** Whether errors suggest names of the schema. */
  suggestions: boolean
  loadCaller(credentials: Credentials | undefined): Promise<Caller | null>
}

const isObject = (given: unknown) => typeof given === 'object' && given !== null && !Array.isArray(given)

const paramsSchema = v.object({
  query: v.string(),
  variables: v.nullish(v.custom<Record<string, unknown>>(isObject)),
  operationName: v.nullish(v.string()),
})
type Params = v.InferOutput<typeof paramsSchema>

type Streamed = AsyncIterable<object>

/**
 * Maximum length of a request with a refresh token, in bytes. Only one mutation checks that token, so its
 * document is short.
 */
const refreshBytes = 2_048

/**
 * Returns the two steps of both GraphQL endpoints. `admit` runs before the body is read, so that only callers
 * with a valid token can send a long body. Errors thrown by either step are answered by the edge in GraphQL
 * format: 401 without a valid token, 400 for an invalid request. Errors of fields are returned in `errors`
 * with status 200.
 */
export function createGraphql(options: Options) {
  const { schema, db, services, log, loadCaller } = options
  traceFields(schema)
  const documents = createDocuments(schema, { suggestions: options.suggestions })

  const admitted = new WeakMap<FastifyRequest, { viewer: Caller | null; refreshToken: string | null }>()

  async function admit(request: FastifyRequest): Promise<void> {
    const credentials = credentialsOf(request)
    const token = credentials?.token
    // An access token is a JWT and contains dots. A token without dots can be a refresh token, which is valid
    // for one field only.
    const refreshToken = token && !token.includes('.') && isShort(request) ? token : null
    const viewer = refreshToken ? null : await loadCaller(credentials)
    if (!viewer && !refreshToken) throw new AppError('UNAUTHENTICATED')
    admitted.set(request, { viewer, refreshToken })
  }

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { info } = request
    // Answers must not be cached (every answer has no-store). A cache that ignores this must at least
    // distinguish callers.
    if (request.method === 'GET') reply.header('Vary', 'Authorization, Accept, Accept-Language')
    const { viewer, refreshToken } = required(admitted.get(request), 'item of admitted')

    const { locale } = info
    const refuse = (faults: readonly Fault[], status = 400) =>
      reply
        .code(status)
        .type(jsonType)
        .send({ errors: faults.map((fault) => answerToFault(fault, locale)) })
    const params = readParams(request)
    const document = documents.read(params.query)
    if ('faults' in document) return refuse(document.faults)
    const operation = getOperationAST(document.node, params.operationName)
    if (!operation) return refuse([refusal('graphql.operation')])
    if (refreshToken && !refreshesOnly(operation)) throw new AppError('UNAUTHENTICATED')
    if (request.method === 'GET' && operation.operation !== 'query') {
      reply.header('Allow', 'POST')
      return refuse([refusal('graphql.get')], 405)
    }

    const live = operation.operation === 'subscription'
    const changes = operation.operation === 'mutation'
    const form = partsTaken(request.headers.accept)
    // Checked before execution. Afterwards, a mutation would already have changed data and a subscription
    // would be open.
    if (!form && (live || (changes && /@defer\b/.test(params.query))))
      return refuse([refusal('graphql.parts')], 406)

    const tooMuch = (error: AppError) => ({ data: null, ...graphqlErrors(answerTo(error, locale), info.id) })
    const { variables } = params
    const cost = readCost({ schema, operation, fragments: document.fragments, variables })
    if (cost instanceof AppError) return reply.type(jsonType).send(tooMuch(cost))

    const accountId = changes && viewer?.kind === 'account' ? viewer.accountId : null
    const idempotent =
      accountId === null
        ? undefined
        : await idempotentRequest(
            request,
            {
              ...{ accountId, token: credentialsOf(request)?.token, operation: 'graphql' },
              body: { ...params, variables: withoutProof(variables) },
            },
            (given) => openIdempotentRequest(db.query, given),
          )
    const budget = createBudget({ ...cost, changes })
    if (idempotent?.answer) {
      const position = await db.position()
      if (position) reply.header(positionHeader, position)
      return reply.type(jsonType).send(idempotent.answer)
    }
    const abort = new AbortController()
    // Every connection closes eventually. Execution is stopped only if the client left before the end.
    reply.raw.once('close', () => reply.raw.writableFinished || abort.abort())
    const run = live ? subscribe : form?.older ? legacyExecuteIncrementally : experimentalExecuteIncrementally
    const context: Context = {
      db,
      services,
      request: idempotent ? { ...info, idempotent } : info,
      viewer,
      refreshToken,
      loaders: new Map(),
      budget,
    }
    if (operation.operation === 'query' && viewer?.kind === 'account' && viewer.account)
      loadAccount.prime(context, viewer.accountId, viewer.account)
    const result: object = await run({
      schema,
      document: document.node,
      contextValue: context,
      variableValues: variables,
      operationName: params.operationName,
      hideSuggestions: !options.suggestions,
      abortSignal: abort.signal,
    })
    // A subscription's duration is not a response time, and its reads do not belong to one trace.
    if (live) endSpan()
    // A truncated answer must not look like a complete one.
    if (budget.error && !live) {
      abort.abort()
      return reply.type(jsonType).send(tooMuch(budget.error))
    }
    const given = !live && (changes || !info.position) && (await db.position())
    if (given) reply.header(positionHeader, given)
    const shown = (execution: object) => withShownErrors(execution, (error) => describe(error, info, viewer))

    if (!isStreamed(result)) {
      const { errors, ...execution } = result as ExecutionResult
      // Without data nothing was executed: a variable is missing or has the wrong type. A refused
      // subscription also has no data.
      const refused = live && errors?.some((error) => error.originalError)
      if (!('data' in execution) && !refused) return refuse(errors ?? [])
      const answer = JSON.stringify({ data: null, ...shown(result) })
      // The changes are committed even if the answer cannot be stored. A repeated request then builds its
      // answer from the stored results of the fields.
      if (!errors)
        await idempotent
          ?.storeAnswer(answer)
          .catch((error) => log.warn({ err: error }, 'could not store an answer'))
      return reply.type(jsonType).send(answer)
    }
    if (!form) {
      abort.abort()
      return refuse([refusal('graphql.parts')], 406)
    }
    const answer = multipart(partsOf(result), {
      shown(part) {
        if (live) return { payload: budget.error ? tooMuch(budget.error) : shown(part) }
        if (budget.error) throw budget.error
        return shown(part)
      },
      describe(error) {
        const errors = graphqlErrors(answerTo(error, locale), info.id)
        return live ? { payload: null, ...errors } : { ...errors, hasNext: false }
      },
      signal: abort.signal,
      beats: live,
    })
    // Asks proxies not to buffer the answer.
    return reply.header('X-Accel-Buffering', 'no').type(form.type).send(answer)
  }

  return { admit, handle }

  /**
   * Returns the answer for an error of a field. Outages, invalid tokens and idempotency keys in use concern
   * the whole request and are thrown.
   */
  function describe(error: GraphQLError, { id, locale }: RequestInfo, caller: Caller | null) {
    const cause = error.originalError
    if (!cause) return error.toJSON()
    const answer = answerTo(cause, locale)
    if (answer.code === 'UNAVAILABLE' || answer.code === 'UNAUTHENTICATED' || cause instanceof KeyRejected)
      throw cause
    if (isToLog(answer, cause)) log.error({ requestId: id, path: error.path, err: cause }, 'field failed')
    // Refused attempts are logged with the caller, so that they can be investigated.
    else log.info({ requestId: id, path: error.path, code: answer.code, by: idOf(caller) }, 'field refused')
    const [shown] = graphqlErrors(answer, id).errors
    return { ...shown, path: error.path, locations: error.locations }
  }
}

const isShort = ({ method, headers, url }: FastifyRequest): boolean =>
  (method === 'GET' ? url.length : Number(headers['content-length'] ?? Number.NaN)) <= refreshBytes

const idOf = (caller: Caller | null) =>
  caller && (caller.kind === 'account' ? caller.accountId : caller.applicationId)

function readParams(request: FastifyRequest): Params {
  const given = request.method === 'GET' ? fromQuery(request.query as Record<string, unknown>) : request.body
  const params = v.safeParse(paramsSchema, given)
  if (!params.success) throw new AppError('BAD_INPUT', { message: ['graphql.params'] })
  return params.output
}

const fromQuery = ({ query, variables, operationName }: Record<string, unknown>) => ({
  query,
  operationName,
  variables: typeof variables === 'string' ? parseJson(Buffer.from(variables)) : undefined,
})

const refreshesOnly = ({ operation, selectionSet: { selections } }: OperationDefinitionNode): boolean =>
  operation === 'mutation' &&
  selections.length === 1 &&
  selections[0]?.kind === Kind.FIELD &&
  selections[0].name.value === 'refreshToken'

const jsonType = 'application/json; charset=utf-8'
const refusal = (key: MessageKey) => new AppError('BAD_INPUT', { message: [key] })

/**
 * Returns the answer for an invalid GraphQL request. The reason from the GraphQL specification is meant for
 * developers.
 */
function answerToFault(fault: Fault, locale: Locale): object {
  const extensions = { code: 'BAD_INPUT' }
  if (fault instanceof AppError) return { message: fault.text(locale), extensions }
  const message = messageText('graphql.invalid', locale, { reason: fault.message })
  return { ...fault.toJSON(), message, extensions }
}

const isStreamed = (
  result: object,
): result is Streamed | { initialResult: object; subsequentResults: Streamed } =>
  Symbol.asyncIterator in result || 'initialResult' in result

async function* partsOf(
  result: Streamed | { initialResult: object; subsequentResults: Streamed },
): AsyncGenerator<object> {
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
