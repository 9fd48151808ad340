import type { Counts, Preview, Progress } from '../../../../contract/import.ts'
import { once } from '../../../lib/calls/once.ts'
import { ApiError, refusal } from '../../../lib/errors.ts'
import { download, fetchAuthorized, readLines, viewerTimeZone } from '../../../lib/files.ts'

export type ImportedList = 'devices' | 'members'

/** Query parameters of the import calls, such as the id of the organization whose members are imported. */
export type ImportQuery = Readonly<Record<string, string>>

const path = (list: ImportedList) => `/api/import/${list}`

/**
 * Returns the result in the last line of the response. Passes the progress in each earlier line to
 * `onProgress`. Rejects with an ApiError if a line reports a problem.
 */
async function follow<T>(response: Response, onProgress: (progress: Progress) => void): Promise<T> {
  for await (const line of readLines(response)) {
    const { result, problem, ...progress } = line as Progress & { result?: T; problem?: { status: number } }
    if (problem) throw refusal(problem.status, problem)
    if (result) return result
    onProgress(progress)
  }
  throw new ApiError('BROKEN_ANSWER', '')
}

export async function upload(
  list: ImportedList,
  query: ImportQuery,
  file: File,
  onProgress: (progress: Progress) => void,
): Promise<Preview> {
  const url = `${path(list)}?${new URLSearchParams({ ...query, timeZone: viewerTimeZone() })}`
  const { name, size, lastModified } = file
  return once(JSON.stringify([url, name, size, lastModified]), async (key) => {
    // The server detects the file type from the content.
    const headers = { ...key, 'content-type': 'application/octet-stream' }
    return follow<Preview>(await fetchAuthorized(url, { method: 'POST', headers, body: file }), onProgress)
  })
}

/**
 * Applies an import. `wrong` determines what happens if the file contains invalid rows: they are skipped, or
 * the server rejects the whole import.
 */
export async function apply(
  list: ImportedList,
  id: string,
  wrong: 'skip' | 'refuse',
  onProgress: (progress: Progress) => void,
): Promise<Counts> {
  const [url, body] = [`${path(list)}/${id}`, JSON.stringify({ wrong })]
  return once(`${url} ${body}`, async (key) => {
    const headers = { ...key, 'content-type': 'application/json' }
    return follow<Counts>(await fetchAuthorized(url, { method: 'POST', headers, body }), onProgress)
  })
}

export const downloadTemplate = (list: ImportedList): Promise<void> =>
  download(`${path(list)}/template`, { method: 'GET' })

export const downloadFailures = (list: ImportedList, id: string): Promise<void> =>
  download(`${path(list)}/${id}/failures`, { method: 'GET' })
