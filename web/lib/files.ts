import { required } from '../../contract/required.ts'
import { sendAuthorized } from './authorized.ts'
import { failed, refusal } from './errors.ts'
import { provedAfter } from './graphql.ts'
import { readJson, send } from './http.ts'
import { forgetPosition, positionHeader } from './position.ts'
import { withRetryAfter } from './session/api.ts'

/**
 * Makes an authorized HTTP call outside GraphQL. Rejects with an ApiError if the server rejects the request.
 */
export async function fetchAuthorized(url: string, init: RequestInit, by = send): Promise<Response> {
  // The path is logged without the query, which can contain search terms.
  const [name = url] = url.split('?')
  const headers = { ...init.headers, ...positionHeader() }
  const response = await sendAuthorized(name, url, { ...init, headers }, by)
  if (!response.ok)
    throw failed(name, refusal(response.status, withRetryAfter(await readJson(response), response)))
  return response
}

/**
 * Downloads a response as a file, with the file name from the Content-Disposition header. Rejects like
 * fetchAuthorized.
 */
export async function download(url: string, init: RequestInit): Promise<void> {
  const response = await fetchAuthorized(url, init).catch(async (error: unknown) => {
    if (!(await provedAfter(error))) throw error
    return fetchAuthorized(url, init)
  })
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  save(await response.blob(), name ? decodeURIComponent(name) : '')
}

/** Makes the browser download the content as a file with this name. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The URL is revoked after one minute, when the browser has certainly read the content.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export const viewerTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Yields the parsed lines of an NDJSON response as they arrive. Rejects if the connection breaks. */
export async function* readLines(response: Response): AsyncGenerator<unknown> {
  let rest = ''
  const reader = required(response.body, 'body').pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n')
    rest = required(lines.pop(), 'item of lines')
    for (const line of lines) yield JSON.parse(line)
  }
  forgetPosition()
}
