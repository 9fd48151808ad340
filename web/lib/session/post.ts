import { once } from '../calls/once.ts'
import { failed, refusal } from '../errors.ts'
import { readJson, send } from '../http.ts'
import { withProofOfWork } from '../proof-of-work/proofOfWork.ts'
import { withRetryAfter } from './api.ts'

/**
 * Makes a call outside GraphQL to /RegisterCode, /CheckLoginId, /Register or /ResetPassword. Rejects with an
 * ApiError.
 */
export function post<T = void>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  const attempt = async (headers: object, proof?: string) => {
    const response = await send(path, path, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(proof ? { ...body, proof } : body),
      ...(signal && { signal }),
    })
    const answer = response.status === 204 ? undefined : await readJson(response)
    if (!response.ok) throw failed(path, refusal(response.status, withRetryAfter(answer, response)))
    return answer as T
  }
  const paid = (headers: object) => withProofOfWork((proof) => attempt(headers, proof))
  return once(`${path} ${JSON.stringify(body)}`, paid, signal)
}
