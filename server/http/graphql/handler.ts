import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  experimentalExecuteIncrementally,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  legacyExecuteIncrementally,
  type OperationDefinitionNode,
  type OperationTypeNode,
  subscribe,
} from 'graphql'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { required } from '../../../contract/required.ts'
import { loadAccount } from '../../accounts/types.ts'
import { createBudget } from '../../core/budget.ts'
import type { Context, Services } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { openIdempotentRequest } from '../../core/idempotency/idempotent-request.ts'
import { type Credentials, credentialsOf } from '../../core/request.ts'
import type { Caller } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import { endSpan } from '../../telemetry/trace.ts'
import { parseJson } from '../body.ts'
import { idempotentRequest, positionHeader, withoutProof } from '../request.ts'
import { jsonType, type RefusedRequest, refusal, refuse, refusedAnswer, sendResult } from './answer.ts'
import { readCost } from './cost.ts'
import { createDocuments, type ParsedDocument } from './documents.ts'
import { type Form, partsTaken } from './multipart.ts'
import { traceFields } from './tracing.ts'

interface Options {
  schema: GraphQLSchema
  db: Database
  services: Services
  log: Logger
  /** Whether errors suggest similar names of the schema. */
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

/**
 * Maximum length in bytes of a request with a refresh token. Only one mutation accepts refresh tokens, so
 * such requests are short.
 */
const refreshBytes = 2_048

/**
 * Returns the handlers `admit` and `handle`, which both GraphQL endpoints use. `admit` runs before the body
 * is read, so that only callers with a valid token can send a long body. Errors that `admit` or `handle`
 * throws are sent in GraphQL format: 401 without a valid token, 400 for an invalid request. Errors of fields
 * are returned in `errors` with status 200.
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
    // Every response has Cache-Control: no-store, so caches must not store it. With Vary, a cache that
    // ignores no-store at least distinguishes the callers.
    if (request.method === 'GET') reply.header('Vary', 'Authorization, Accept, Accept-Language')
    const { viewer, refreshToken } = required(admitted.get(request), 'item of admitted')
    const requested = readOperation(request, documents, refreshToken !== null)
    if ('faults' in requested) return refuse(reply, info.locale, requested)
    const { params, operation, document, kind, form } = requested
    const { fragments } = document
    const cost = readCost({ schema, operation, fragments, variables: params.variables })
    if (cost instanceof AppError) return reply.type(jsonType).send(refusedAnswer(cost, info))

    const changes = kind === 'mutation'
    const accountId = changes && viewer?.kind === 'account' ? viewer.accountId : null
    const idempotent = accountId === null ? undefined : await openIdempotent(db, request, accountId, params)
    if (idempotent?.answer) {
      const position = await db.position()
      if (position) reply.header(positionHeader, position)
      return reply.type(jsonType).send(idempotent.answer)
    }
    const budget = createBudget({ ...cost, changes })
    const abort = new AbortController()
    // The event "close" is emitted for every response. Execution is aborted only if the client disconnected
    // before the response was complete.
    reply.raw.once('close', () => reply.raw.writableFinished || abort.abort())
    const context: Context = {
      db,
      services,
      request: idempotent ? { ...info, idempotent } : info,
      viewer,
      refreshToken,
      loaders: new Map(),
      budget,
    }
    if (kind === 'query' && viewer?.kind === 'account' && viewer.account)
      loadAccount.prime(context, viewer.accountId, viewer.account)
    const result: object = await executorFor(requested)({
      schema,
      document: document.node,
      contextValue: context,
      variableValues: params.variables,
      operationName: params.operationName,
      hideSuggestions: !options.suggestions,
      abortSignal: abort.signal,
    })
    const live = kind === 'subscription'
    // Ends the span when a subscription starts, because its duration is not a response time and its later
    // reads do not belong to one trace.
    if (live) endSpan()
    // A response that was cut off at the limit must not look complete, so the error replaces it.
    if (budget.error && !live) {
      abort.abort()
      return reply.type(jsonType).send(refusedAnswer(budget.error, info))
    }
    const position = !live && (changes || !info.position) && (await db.position())
    if (position) reply.header(positionHeader, position)
    return sendResult(result, { reply, info, viewer, log, live, form, idempotent, budget, abort })
  }

  return { admit, handle }
}

interface RequestedOperation {
  params: Params
  document: ParsedDocument
  operation: OperationDefinitionNode
  kind: `${OperationTypeNode}`
  /** The multipart format that the client accepts. */
  form: Form | null
}

/** Returns the operation, or the reasons for refusing it. Throws UNAUTHENTICATED or BAD_INPUT. */
function readOperation(
  request: FastifyRequest,
  documents: ReturnType<typeof createDocuments>,
  hasRefreshToken: boolean,
): RequestedOperation | RefusedRequest {
  const params = readParams(request)
  const document = documents.read(params.query)
  if ('faults' in document) return document
  const operation = getOperationAST(document.node, params.operationName)
  if (!operation) return refusal('graphql.operation')
  if (hasRefreshToken && !refreshesOnly(operation)) throw new AppError('UNAUTHENTICATED')
  const kind = operation.operation
  if (request.method === 'GET' && kind !== 'query') return refusal('graphql.get', 405)
  const form = partsTaken(request.headers.accept)
  // The Accept header is checked before execution. Afterwards, a mutation has already changed data and a
  // subscription is open.
  if (!form && (kind === 'subscription' || (kind === 'mutation' && /@defer\b/.test(params.query))))
    return refusal('graphql.parts', 406)
  return { params, document, operation, kind, form }
}

const openIdempotent = (db: Database, request: FastifyRequest, accountId: string, params: Params) =>
  idempotentRequest(
    request,
    {
      ...{ accountId, token: credentialsOf(request)?.token, operation: 'graphql' },
      body: { ...params, variables: withoutProof(params.variables) },
    },
    (given) => openIdempotentRequest(db.query, given),
  )

function executorFor({ kind, form }: RequestedOperation) {
  if (kind === 'subscription') return subscribe
  return form?.older ? legacyExecuteIncrementally : experimentalExecuteIncrementally
}

const isShort = ({ method, headers, url }: FastifyRequest): boolean =>
  (method === 'GET' ? url.length : Number(headers['content-length'] ?? Number.NaN)) <= refreshBytes

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
