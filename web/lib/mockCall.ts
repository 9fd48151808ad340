import { stored } from './storage.ts'

/** What every mock-only call of the specification answers (sections 7 and 9). */
interface Envelope {
  code: number
  msg: string
  data: unknown
}

const succeeded = 20_000

/**
 * One of the calls that only the mock has, with the bearer whenever a token is stored; with a body by POST. Answers its
 * data. Rejects with the message of a refusal. Only under npm run dev:mock is there anyone to answer.
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
