import { stored } from './storage.ts'

/** Response format of the calls that only the mock server supports (specification, sections 7 and 9). */
interface Envelope {
  code: number
  msg: string
  data: unknown
}

const succeeded = 20_000

/**
 * Makes a call that only the mock server supports (npm run dev:mock). The method is POST if there is a body,
 * otherwise GET. Returns the data, or rejects with the error message of the response.
 */
export async function mockCall<Data>(path: string, body?: object): Promise<Data> {
  const token = stored.get('token')
  const response = await fetch(path, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const { code, msg, data } = (await response.json()) as Envelope
  if (code !== succeeded) throw new Error(msg)
  return data as Data
}
