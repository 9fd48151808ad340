import { required } from '../../contract/required.ts'
/** Client side of a GraphQL subscription. */
export interface Stream extends AsyncDisposable {
  status: number
  /**
   * Returns the next part of the response that is not a heartbeat. Returns undefined when the server has
   * ended the stream.
   */
  next(): Promise<{ payload: unknown; errors?: { extensions: { code: string } }[] } | undefined>
  close(): Promise<void>
}

/** Opens a GraphQL subscription. The promise resolves when the server has subscribed to live updates. */
export async function openStream(
  url: string,
  token: string,
  query: string,
  { variables = {}, headers = {} }: { variables?: object; headers?: Record<string, string> } = {},
): Promise<Stream> {
  const hangUp = new AbortController()
  const response = await fetch(`${url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'multipart/mixed',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
    signal: hangUp.signal,
  })
  const parts = partsOf(response)
  const close = async () => hangUp.abort()
  return {
    status: response.status,
    close,
    [Symbol.asyncDispose]: close,
    async next() {
      for (;;) {
        const { value, done } = await parts.next()
        if (done) return undefined
        if (Object.keys(value).length) return value
      }
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what a caller reads of it is what its test is about
async function* partsOf(response: Response): AsyncGenerator<any, undefined> {
  const text = new TextDecoder()
  let seen = ''
  for await (const chunk of required(response.body, 'body')) {
    seen += text.decode(chunk as Uint8Array, { stream: true })
    for (let end = seen.indexOf('\r\n---'); end >= 0; end = seen.indexOf('\r\n---')) {
      const body = seen.slice(0, end).split('\r\n\r\n')[1]
      seen = seen.slice(end + 5)
      if (body) yield JSON.parse(body)
    }
  }
}
