import type { initGraphQLTada, ResultOf, VariablesOf } from 'gql.tada'
import type { introspection } from '../../contract/introspection.generated.ts'
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
  /** Its own text, and that of each fragment it uses, once. */
  definitions: ReadonlySet<string>
}

/**
 * A document typed by the schema: `graphql('query Auth { auth { id } }', [fragments])`. Only gql.tada's types are
 * used: at run time the text is sent as it was written, so that no GraphQL parser is in the console.
 */
export const graphql = ((text: string, fragments: readonly Document[] = []): Document => {
  const [, kind, operationName = ''] = /\b(query|mutation|subscription)\s+(\w+)/.exec(text) ?? []
  const definitions = new Set([text, ...fragments.flatMap((each) => [...each.definitions])])
  return { kind, operationName, definitions }
}) as unknown as Tada

export type AnyDocument = Parameters<typeof request>[0]

/**
 * Runs a query or mutation. `variables` as the document declares them. A 401 is answered by one refresh and one
 * repetition, REAUTHENTICATE by asking for a proof and one repetition, PROOF_REQUIRED by work (toll/), where the document
 * takes `proof`, a mutation without an answer by repetitions that have one effect (calls/once.ts). Rejects with an ApiError
 * whose message is the first error's; with SessionOverError once signed out.
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
    // Given up while it came: nothing has failed.
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

/** Asks who is there to prove who they are, before a call that needs it is repeated; false where they would not. */
export function whenProofNeeded(run: () => Promise<boolean>): void {
  prove = run
}

/** Whether a call that was refused may be repeated: it needed a proof, and there is one now. */
export const provedAfter = async (error: unknown): Promise<boolean> =>
  error instanceof ApiError && error.code === 'REAUTHENTICATE' && (await prove())

/** Sends a document with the bearer; `headers` beside those that every call has. */
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

/** Where the configuration does not arrive they are posted, which every server takes. */
const queryMethod = () =>
  loadConfig().then(
    (config) => config.queryMethod,
    () => 'POST',
  )

/** Loaded where queries go by GET, which few deployments ask for. */
const queryUrl = async (path: string, call: Call) => (await import('./queryUrl.ts')).queryUrl(path, call)

export const nameOf = (document: unknown): string => (document as Document).operationName

/** The device service may run elsewhere; everything else is this server's. */
async function servicePath(operationName: string): Promise<string> {
  if (operationName !== 'device') return '/api/services/backend/actions/graphql'
  const { deviceServiceUrl } = await loadConfig()
  return `${deviceServiceUrl ?? ''}/api/services/device/actions/graphql`
}

let onError: (error: ApiError) => void = () => undefined

/** Told of every refusal before the caller is: PASSWORD_CHANGE_REQUIRED changes what the whole console shows. */
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
