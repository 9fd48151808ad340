import type { CertificationDocument } from '../../../contract/documents.ts'
import { failed, unreachable } from '../../lib/errors.ts'
import { fetchAuthorized, save } from '../../lib/files.ts'
import type { send } from '../../lib/http.ts'
import { currentLocale } from '../../lib/texts.ts'

/** Returns a replacement for `send` that also reports the upload progress, as a fraction from 0 to 1. */
const sendWatched =
  (tell: (share: number) => void): typeof send =>
  (name, url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const call = new XMLHttpRequest()
      call.open(method, url)
      call.responseType = 'blob'
      for (const [header, value] of new Headers({ 'accept-language': currentLocale(), ...headers }))
        call.setRequestHeader(header, value)
      call.upload.onprogress = ({ loaded, total }) => tell(total ? loaded / total : 0)
      call.onload = () => {
        const answered = ['content-type', 'retry-after'].flatMap((header) => {
          const value = call.getResponseHeader(header)
          return value === null ? [] : [[header, value] as [string, string]]
        })
        resolve(new Response(call.response, { status: call.status, headers: answered }))
      }
      call.onerror = () => reject(failed(name, unreachable()))
      call.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => call.abort(), { once: true })
      call.send(body as Blob)
    })

/**
 * Uploads a document. The document is attached to the organization request when the request is submitted.
 * Rejects with an ApiError.
 */
export async function uploadDocument(
  file: File,
  { tell, signal }: { tell: (share: number) => void; signal: AbortSignal },
): Promise<CertificationDocument> {
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  }
  const init = { method: 'POST', headers, body: file, signal }
  return (await fetchAuthorized('/api/papers', init, sendWatched(tell))).json()
}

export const fetchDocument = async (id: string, signal?: AbortSignal): Promise<Blob> =>
  (await fetchAuthorized(`/api/papers/${id}`, { method: 'GET', ...(signal && { signal }) })).blob()

export const downloadDocument = async ({
  id,
  name,
}: Pick<CertificationDocument, 'id' | 'name'>): Promise<void> => save(await fetchDocument(id), name)
