import { sendAuthorized } from './authorized.ts'
import { failed, refusal } from './errors.ts'
import { provedAfter } from './graphql.ts'
import { readJson, send } from './http.ts'
import { forgetPosition, positionHeader } from './position.ts'
import { withRetryAfter } from './session/api.ts'

/** A call with the bearer, outside GraphQL. Rejects with an ApiError where it is refused. */
export async function fetchAuthorized(url: string, init: RequestInit, by = send): Promise<Response> {
  // Without its query, which may hold what was searched for.
  const [name = url] = url.split('?')
  const headers = { ...init.headers, ...positionHeader() }
  const response = await sendAuthorized(name, url, { ...init, headers }, by)
  if (!response.ok)
    throw failed(name, refusal(response.status, withRetryAfter(await readJson(response), response)))
  return response
}

/** Has the browser save what a call answers, under the name that the server gives it. Rejects as fetchAuthorized does. */
export async function download(url: string, init: RequestInit): Promise<void> {
  const response = await fetchAuthorized(url, init).catch(async (error: unknown) => {
    if (!(await provedAfter(error))) throw error
    return fetchAuthorized(url, init)
  })
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  save(await response.blob(), name ? decodeURIComponent(name) : '')
}

/** Has the browser save it under that name. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export const viewerTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The lines of JSON that an answer consists of, as they come. Rejects where it breaks off. */
export async function* readLines(response: Response): AsyncGenerator<unknown> {
  let rest = ''
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line)
  }
  forgetPosition()
}
