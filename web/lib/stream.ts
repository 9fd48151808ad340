import type { ResultOf, VariablesOf } from 'gql.tada'
import { failed, refusal } from './errors.ts'
import { type AnyDocument, nameOf, readResult, sendDocument } from './graphql.ts'
import { readJson } from './http.ts'
import { forgetPosition } from './position.ts'

/**
 * A subscription's results, as the server sends them (multipart/mixed). Ends when `signal` aborts. `opened` is called
 * once the server listens: what happens from then on arrives.
 */
export async function* stream<D extends AnyDocument>(
  document: D,
  variables: VariablesOf<D>,
  signal: AbortSignal,
  opened?: () => void,
): AsyncGenerator<ResultOf<D>> {
  const response = await sendDocument(
    document,
    variables,
    { accept: 'multipart/mixed, application/json' },
    signal,
  )
  // What is asked for because of what is told has to be as new as that.
  forgetPosition()
  const { meros } = await import('meros/browser')
  const parts = await meros<{ payload?: unknown }>(response)
  if (parts instanceof Response) {
    yield readResult(document, parts.status, await readJson(parts)) as ResultOf<D>
    return
  }
  opened?.()
  for await (const part of parts) {
    if (!part.json) throw failed(nameOf(document), refusal(response.status, undefined))
    // An empty part is the server's sign of life.
    const body = 'payload' in part.body ? part.body.payload : part.body
    if (!body || Object.keys(body).length === 0) continue
    forgetPosition()
    yield readResult(document, response.status, body) as ResultOf<D>
  }
}
