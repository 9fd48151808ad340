import { Agent, request } from 'node:http'
import { required } from '../../contract/required.ts'

const tokenPath = '/realms/reeve/protocol/openid-connect/token'
const graphqlPath = '/api/services/backend/actions/graphql'
/** Milliseconds: longer than the server may take for anything that it is asked here. */
export const patience = 30_000

/** What the callers, as one, have read and saved: sent with each call, so that lists are read of the standby. */
let position = ''

const agent = new Agent({ keepAlive: true, maxSockets: 400 })

/** `status` 0: it has broken off or taken too long, so nobody knows what became of it. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: as whoever asks knows it
  body: any
  /** Seconds, as a 503 has to say them. */
  retryAfter?: string | undefined
}

export function post(
  url: string,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': type, ...(position && { 'reeve-position': position }) },
      timeout: patience,
    }
    const nobodyKnows = (error: Error) => resolve({ status: 0, body: error.message })
    const sent = request(url, options, (answer) => {
      let text = ''
      const given = answer.headers['reeve-position']
      if (typeof given === 'string' && given > position) position = given
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('error', nobodyKnows)
      answer.on('end', () => {
        const said = {
          status: required(answer.statusCode, 'statusCode'),
          retryAfter: answer.headers['retry-after'],
        }
        try {
          resolve({ ...said, body: JSON.parse(text) })
        } catch {
          resolve({ ...said, body: text })
        }
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.on('error', nobodyKnows)
    sent.end(body)
  })
}

const form = (fields: Record<string, string>) => `${new URLSearchParams({ client_id: 'web', ...fields })}`

export const signIn = (url: string, username: string, password: string): Promise<Answer> =>
  post(
    url + tokenPath,
    'application/x-www-form-urlencoded',
    form({ grant_type: 'password', username, password }),
  )

export const refresh = (url: string, token: string): Promise<Answer> =>
  post(
    url + tokenPath,
    'application/x-www-form-urlencoded',
    form({ grant_type: 'refresh_token', refresh_token: token }),
  )

/** What GraphQL refuses with 200 has the status of its code. */
export async function ask(
  url: string,
  token: string,
  query: string,
  variables: Record<string, unknown> = {},
  more: Record<string, string> = {},
): Promise<Answer> {
  const headers = { ...more, authorization: `Bearer ${token}` }
  const answer = await post(
    url + graphqlPath,
    'application/json',
    JSON.stringify({ query, variables }),
    headers,
  )
  if (!answer.body?.data && !answer.body?.errors) return answer
  const [error] = answer.body.errors ?? []
  if (!error) return { ...answer, body: Object.values(answer.body.data)[0] }
  const unavailable = ['UNAVAILABLE', 'INTERNAL'].includes(error.extensions?.code)
  return { ...answer, status: answer.status === 200 ? (unavailable ? 503 : 400) : answer.status, body: error }
}

/** The answer's body; throws where it is a refusal. */
export async function must(asked: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await asked
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body).slice(0, 300)}`)
  return body
}
