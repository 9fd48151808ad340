import type { ResultOf, VariablesOf } from 'gql.tada'
import { required } from '../../contract/required.ts'
import { parseJson } from './calls/json.ts'
import { failed, refusal } from './errors.ts'
import { type AnyDocument, nameOf, readResult, sendDocument } from './graphql.ts'
import { readJson } from './http.ts'
import { forgetPosition } from './position.ts'

/**
 * Yields the results of a GraphQL subscription (multipart/mixed). Ends when `signal` aborts. Calls `opened`
 * once the server has subscribed, so that no later event is missed.
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
  // A standby might not have replayed the change behind the event yet. The next query is therefore sent
  // without a WAL position, so that the primary processes it.
  forgetPosition()
  const [, boundary] =
    /^multipart\/mixed;.*boundary="?([^";]+)/i.exec(response.headers.get('content-type') ?? '') ?? []
  if (!boundary || !response.ok || !response.body) {
    yield readResult(document, response.status, await readJson(response)) as ResultOf<D>
    return
  }
  opened?.()
  for await (const text of partsOf(response.body, boundary)) {
    const part = parsePart(text)
    if (!part) throw failed(nameOf(document), refusal(response.status, undefined))
    // An empty part is a heartbeat.
    const body = 'payload' in part ? part.payload : part
    if (!body || Object.keys(body).length === 0) continue
    forgetPosition()
    yield readResult(document, response.status, body) as ResultOf<D>
  }
}

/**
 * Yields the body of each part as text. Existing libraries are not used, because they parse the JSON and
 * round large integers.
 */
async function* partsOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  boundary: string,
): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    // Each boundary except the first is preceded by a line break, so one is added before the first boundary.
    let rest = '\r\n'
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const parts = (rest + next.value).split(`\r\n--${boundary}`)
      rest = required(parts.pop(), 'item of parts')
      for (const part of parts) {
        const head = part.indexOf('\r\n\r\n')
        if (head >= 0) yield part.slice(head + 4)
      }
    }
  } finally {
    await reader.cancel()
  }
}

function parsePart(text: string): { payload?: unknown } | undefined {
  try {
    return parseJson(text) as { payload?: unknown }
  } catch {
    return undefined
  }
}
