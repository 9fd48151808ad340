import { Agent, request } from 'node:http'
import { required } from '../../contract/required.ts'

const tokenPath = '/realms/reeve/protocol/openid-connect/token'
const graphqlPath = '/api/services/backend/actions/graphql'
/** Request timeout in milliseconds. It is longer than the longest request, the import of a large file. */
const timeout = 60_000

/**
 * The newest WAL position, from the reeve-position response header. Each request sends this position, so that
 * the server reads lists only from a standby that has already replayed it.
 */
let position = ''

const agent = new Agent({ keepAlive: true, maxSockets: 400 })

/**
 * The response to a request. `status` is 0 if the connection broke or the request timed out. The outcome is
 * then unknown. `body` is a string if the response is not JSON.
 */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: The request determines the fields.
  body: any
  retryAfter?: string | undefined
}

export function post(
  url: string,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': type, ...(position && { 'reeve-position': position }) },
      timeout,
    }
    const onError = (error: Error) => resolve({ status: 0, body: error.message })
    const sent = request(url, options, (answer) => {
      let text = ''
      const newest = answer.headers['reeve-position']
      if (typeof newest === 'string' && newest > position) position = newest
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('error', onError)
      answer.on('end', () => {
        const head = {
          status: required(answer.statusCode, 'statusCode'),
          retryAfter: answer.headers['retry-after'],
        }
        try {
          resolve({ ...head, body: JSON.parse(text) })
        } catch {
          resolve({ ...head, body: text })
        }
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('timeout')))
    sent.on('error', onError)
    sent.end(body)
  })
}

export const postForm = (url: string, fields: Record<string, string>, headers?: Record<string, string>) =>
  post(url, 'application/x-www-form-urlencoded', `${new URLSearchParams(fields)}`, headers)

const requestTokens = (url: string, fields: Record<string, string>): Promise<Answer> =>
  postForm(url + tokenPath, { client_id: 'web', ...fields })

export const signIn = (url: string, username: string, password: string): Promise<Answer> =>
  requestTokens(url, { grant_type: 'password', username, password })

export const refresh = (url: string, token: string): Promise<Answer> =>
  requestTokens(url, { grant_type: 'refresh_token', refresh_token: token })

/**
 * Sends a GraphQL request with a single field and returns the value of the field. If the field fails, returns
 * the error with the HTTP status that corresponds to the error code, although the server responded with 200.
 */
export async function ask(
  url: string,
  token: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'zh-CN' }
  const body = JSON.stringify({ query, variables })
  const answer = await post(url + graphqlPath, 'application/json', body, headers)
  if (!answer.body?.data && !answer.body?.errors) return answer
  const [error] = answer.body.errors ?? []
  if (!error) return { ...answer, body: Object.values(answer.body.data)[0] }
  const isUnavailable = ['UNAVAILABLE', 'INTERNAL'].includes(error.extensions?.code)
  return {
    ...answer,
    status: answer.status === 200 ? (isUnavailable ? 503 : 400) : answer.status,
    body: error,
  }
}

/** Returns the body of a response. Throws if the status is not 200. */
export async function assertOk(request: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await request
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body).slice(0, 300)}`)
  return body
}
