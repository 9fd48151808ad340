import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ExecutionResult,
  experimentalExecuteIncrementally,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  subscribe,
} from 'graphql'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { Context, Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Database } from '../db/open.ts'
import { parseJson } from './body.ts'
import { createDocuments } from './graphql-documents.ts'
import { multipart } from './graphql-parts.ts'
import { bearer } from './menu.ts'
import { answerTo, graphqlErrors } from './problem.ts'

interface Options {
  schema: GraphQLSchema
  db: Database
  services: Services
  log: Logger
  /** Whether the schema may be asked for. */
  introspection: boolean
  loadViewer(accessToken: string | undefined, request: RequestInfo): Promise<Viewer | null>
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
 * The handler of both GraphQL paths, GraphQL over HTTP. What it throws is answered by the edge in GraphQL's form:
 * 401 without a live token, 400 for what is no valid request. What a field throws is in a 200's `errors`.
 */
export function createGraphql(options: Options) {
  const { schema, db, services, log, loadViewer } = options
  const documents = createDocuments(schema, { introspection: options.introspection })

  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { info } = request
    const token = bearer(request)
    // An access token is a JWT and has dots; what has none may be a refresh token, good for one field alone.
    const refreshToken = token && !token.includes('.') ? token : null
    const viewer = refreshToken ? null : await loadViewer(token, info)
    if (!viewer && !refreshToken) throw new AppError('UNAUTHENTICATED')

    const params = readParams(request)
    const document = documents.read(params.query)
    if ('faults' in document) return refuse(reply, document.faults)
    const operation = getOperationAST(document.node, params.operationName)
    if (!operation)
      return refuse(reply, [{ message: 'Unknown operation: operationName must name one of the document.' }])
    if (refreshToken && !refreshesOnly(operation)) throw new AppError('UNAUTHENTICATED')
    if (request.method === 'GET' && operation.operation !== 'query') {
      reply.header('Allow', 'POST')
      return refuse(reply, [{ message: 'Only queries can be sent by GET; use POST.' }], 405)
    }

    const abort = new AbortController()
    reply.raw.once('close', () => abort.abort())
    const context: Context = { db, services, request: info, viewer, refreshToken, loaders: new Map() }
    const live = operation.operation === 'subscription'
    // Before it runs: what it would open has to be closed again.
    if (live && !takesParts(request)) return refuse(reply, inParts, 406)
    const run = live ? subscribe : experimentalExecuteIncrementally
    const result = await run({
      schema,
      document: document.node,
      contextValue: context,
      variableValues: params.variables,
      operationName: params.operationName,
      hideSuggestions: !options.introspection,
      abortSignal: abort.signal,
    })
    const shown = (execution: object) => withShownErrors(execution, (error) => describe(error, info))

    if (!isStreamed(result)) {
      // Without data nothing was run: a variable is missing or of the wrong type. But a refused subscription has none.
      const refused = live && result.errors?.some((error) => error.originalError)
      if (!('data' in result) && !refused) return refuse(reply, result.errors ?? [])
      return reply.type('application/json; charset=utf-8').send({ data: null, ...shown(result) })
    }
    if (!takesParts(request)) return refuse(reply, inParts, 406)
    const answer = multipart(partsOf(result), {
      shown: (part) => (live ? { payload: shown(part) } : shown(part)),
      describe: (error) => ({ payload: null, ...graphqlErrors(answerTo(error, info.locale), info.id) }),
      signal: abort.signal,
      beats: live,
    })
    // Proxies that would collect the answer are asked not to.
    return reply.header('X-Accel-Buffering', 'no').type('multipart/mixed; boundary="-"').send(answer)
  }

  /** What a client is told of an error in a field. Outages and dead tokens are the whole request's. */
  function describe(error: GraphQLError, { id, locale }: RequestInfo) {
    const cause = error.originalError
    if (!cause) return error.toJSON()
    const answer = answerTo(cause, locale)
    if (answer.code === 'UNAVAILABLE' || answer.code === 'UNAUTHENTICATED') throw cause
    if (answer.status >= 500) log.error({ requestId: id, path: error.path, err: cause }, 'field failed')
    const [shown] = graphqlErrors(answer, id).errors
    return { ...shown, path: error.path, locations: error.locations }
  }
}

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

const takesParts = ({ headers }: FastifyRequest) => /multipart\/mixed|\*\/\*/.test(headers.accept ?? '')
const inParts = [{ message: 'This answer comes in parts; send Accept: multipart/mixed.' }]

/** A request that is not valid GraphQL; the words are the specification's, for developers. */
function refuse(reply: FastifyReply, faults: readonly { message: string }[], status = 400) {
  const errors = faults.map((fault) => ({
    ...('toJSON' in fault ? (fault as GraphQLError).toJSON() : fault),
    extensions: { code: 'BAD_INPUT' },
  }))
  return reply.code(status).type('application/json; charset=utf-8').send({ errors })
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

/** Errors stand in a result, and in each of its later parts. */
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
