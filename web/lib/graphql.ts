import type { initGraphQLTada, ResultOf, VariablesOf } from 'gql.tada'
import type { introspection } from '../../contract/introspection.generated.ts'
import { first } from '../../contract/required.ts'
import { sendAuthorized } from './authorized.ts'
import { printJson } from './calls/json.ts'
import { once } from './calls/once.ts'
import { loadConfig } from './config.ts'
import { ApiError, failed, refusal } from './errors.ts'
import { readJson } from './http.ts'
import { notePosition, positionHeader } from './position.ts'
import { withProofOfWork } from './proof-of-work/proofOfWork.ts'
import type { Call } from './queryUrl.ts'

export type { FragmentOf, ResultOf, VariablesOf } from 'gql.tada'

interface Setup {
  introspection: introspection
  disableMasking: true
  scalars: { DateTime: string; Timestamp: number; JSON: Record<string, unknown> }
}

type Tada = initGraphQLTada<Setup>

interface Document {
  kind: string | undefined
  operationName: string
  /**
   * The document's own text and the text of each fragment. This is a set, so that a fragment that is used
   * several times is sent only once.
   */
  definitions: ReadonlySet<string>
}

/**
 * Returns a document that is typed by the schema: `graphql('query Auth { auth { id } }', [fragments])`. Only
 * the types of gql.tada are used. At run time the text is sent as written, so the console needs no GraphQL
 * parser.
 */
export const graphql = ((text: string, fragments: readonly Document[] = []): Document => {
  const [, kind, operationName = ''] = /\b(query|mutation|subscription)\s+(\w+)/.exec(text) ?? []
  const definitions = new Set([text, ...fragments.flatMap((each) => [...each.definitions])])
  return { kind, operationName, definitions }
}) as unknown as Tada

export type AnyDocument = Parameters<typeof request>[0]

/**
 * Runs a query or mutation with the variables that the document declares. After a 401, refreshes the token
 * and retries once. After REAUTHENTICATE, asks the user to verify their identity again and retries once.
 * After PROOF_REQUIRED, solves the proof of work if the document has a `proof` variable. Retries a mutation
 * that got no response with the same idempotency key (calls/once.ts). Rejects with an ApiError that has the
 * message of the first error, or with SessionOverError after sign-out.
 */
export async function request<D extends { kind?: unknown }>(
  document: D,
  ...[variables, signal]: Record<string, never> extends VariablesOf<D>
    ? [variables?: VariablesOf<D>, signal?: AbortSignal]
    : [variables: VariablesOf<D>, signal?: AbortSignal]
): Promise<ResultOf<D>> {
  const send = async (headers: object, proof?: string) => {
    const sent = proof ? { ...(variables as object), proof } : variables
    const response = await sendDocument(document, sent, { accept: 'application/json', ...headers }, signal)
    const body = await readJson(response)
    // A request that the caller aborted did not fail, so nothing is logged.
    signal?.throwIfAborted()
    return readResult(document, response.status, body) as ResultOf<D>
  }
  const { kind, operationName } = document as unknown as Document
  const paid = (headers: object) => withProofOfWork((proof) => send(headers, proof))
  const run = () =>
    kind === 'mutation' ? once(`${operationName} ${printJson(variables)}`, paid, signal) : paid({})
  try {
    return await run()
  } catch (error) {
    if (!(await provedAfter(error))) throw error
    return withProofOfWork(run)
  }
}

let prove: () => Promise<boolean> = async () => false

/**
 * Registers the prompt in which the user verifies their identity again. The prompt runs before a call is
 * retried, and resolves to false if the user cancels.
 */
export function whenProofNeeded(run: () => Promise<boolean>): void {
  prove = run
}

/**
 * Asks the user to verify their identity again if the server requires this for the call. Resolves to whether
 * the call can be retried.
 */
export const provedAfter = async (error: unknown): Promise<boolean> =>
  error instanceof ApiError && error.code === 'REAUTHENTICATE' && (await prove())

/** Sends a document with the bearer token. `headers` are sent in addition to the standard headers. */
export async function sendDocument(
  document: unknown,
  variables: unknown,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  const { kind, operationName, definitions } = document as Document
  const call = {
    operationName,
    variables: (variables ?? {}) as Record<string, unknown>,
    query: [...definitions].join('\n'),
  }
  const path = await servicePath(operationName)
  const url = kind === 'query' && (await queryMethod()) === 'GET' ? await queryUrl(path, call) : null
  const init: RequestInit = url
    ? { method: 'GET', headers: { ...headers, ...positionHeader() }, cache: 'no-store' }
    : {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', ...positionHeader() },
        body: printJson(call),
      }
  const response = await sendAuthorized(operationName, url ?? path, { ...init, ...(signal && { signal }) })
  notePosition(response)
  return response
}

/** If the configuration cannot be loaded, queries are sent by POST, which every server accepts. */
const queryMethod = () =>
  loadConfig().then(
    (config) => config.queryMethod,
    () => 'POST',
  )

/** This module is loaded on demand, because few deployments send queries by GET. */
const queryUrl = async (path: string, call: Call) => (await import('./queryUrl.ts')).queryUrl(path, call)

export const nameOf = (document: unknown): string => (document as Document).operationName

/** Returns the text of a document, without its fragments. */
export const textOf = (document: unknown): string =>
  first([...(document as Document).definitions], 'definitions')

/**
 * Returns the URL path for an operation. The device service can run on another server; all other operations
 * are sent to this server.
 */
async function servicePath(operationName: string): Promise<string> {
  if (operationName !== 'device') return '/api/services/backend/actions/graphql'
  const { deviceServiceUrl } = await loadConfig()
  return `${deviceServiceUrl ?? ''}/api/services/device/actions/graphql`
}

let onError: (error: ApiError) => void = () => undefined

/**
 * Registers a listener that receives the error of each rejected call before the caller does. It handles
 * errors that affect the whole console, such as PASSWORD_CHANGE_REQUIRED.
 */
export function whenRefused(run: (error: ApiError) => void): void {
  onError = run
}

export function readResult(document: unknown, status: number, body: unknown): unknown {
  const { data, errors } = (body ?? {}) as {
    data?: unknown
    errors?: { message?: string; extensions?: unknown }[]
  }
  if (!errors?.length && data) return data
  const first = errors?.[0]
  const error = first ? refusal(status, first.extensions, first.message ?? '') : refusal(status, body)
  onError(error)
  throw failed(nameOf(document), error)
}
