import { failed, refusal } from '../errors.ts'
import { readJson, send } from '../http.ts'
import { accessToken, renew } from './tokens.ts'

const path = '/api/user/menu'

/**
 * Requests the menu of an organization (its id, or SELF). The server then stores this organization as the
 * last one used.
 */
export async function requestMenu(tenant: string): Promise<unknown[]> {
  const attempt = (token: string | null) =>
    send(path, path, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: token ? `Bearer ${token}` : '',
        'tenant-id': tenant,
      },
    })
  const token = accessToken()
  let response = await attempt(token)
  if (response.status === 401) response = await attempt(await renew(token))
  const answer = await readJson(response)
  if (!response.ok || !Array.isArray(answer)) throw failed(path, refusal(response.status, answer))
  return answer
}
