import { setTimeout as pause } from 'node:timers/promises'
import { call, post } from '../measure.ts'
import type { Document } from './documents.ts'
import { adminName, password } from './reeve.ts'

const tokenPath = '/realms/reeve/protocol/openid-connect/token'
const graphqlPath = '/api/services/backend/actions/graphql'
/** Milliseconds; an access token is good for five minutes. */
const renewAfter = 200_000

export interface Tokens {
  access_token: string
  refresh_token: string
}

const form = (fields: Record<string, string>) => new URLSearchParams({ client_id: 'web', ...fields })

export const signIn = (url: string, username: string) =>
  post(url + tokenPath, form({ grant_type: 'password', username, password })) as unknown as Promise<Tokens>

export const refresh = (url: string, token: string) =>
  post(
    url + tokenPath,
    form({ grant_type: 'refresh_token', refresh_token: token }),
  ) as unknown as Promise<Tokens>

/** The administrator, signed in to a server. */
export interface Caller {
  /** The field's answer. Throws where there are errors. */
  ask(document: Document, variables: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Headers of a call that is no GraphQL. */
  headers(): Record<string, string>
  /** Outside of what is measured: sees to it that the token is good for the next round. */
  renew(): Promise<void>
}

export async function signInAdmin(url: string): Promise<Caller> {
  let token = ''
  let renewedAt = Number.NEGATIVE_INFINITY
  const headers = () => ({ authorization: `Bearer ${token}`, 'accept-language': 'zh-CN' })
  const renew = async () => {
    if (performance.now() - renewedAt < renewAfter) return
    token = (await signIn(url, adminName)).access_token
    renewedAt = performance.now()
    await pause(20)
  }
  await renew()
  return {
    headers,
    renew,
    async ask({ operationName, query }, variables) {
      const body = JSON.stringify({ operationName, variables, query })
      const answer = await call(url + graphqlPath, 'application/json', body, 200, headers())
      const { data, errors } = JSON.parse(answer)
      if (errors) throw new Error(`${operationName}: ${JSON.stringify(errors).slice(0, 300)}`)
      return data
    },
  }
}

/** Agrees to the terms, as the console requires at the first sign-in. */
export async function agree({ ask }: Pick<Caller, 'ask'>): Promise<void> {
  const asked = { operationName: 'Asked', query: 'query Asked { auth { termsToAgree { version } } }' }
  const { auth } = (await ask(asked, {})) as { auth: { termsToAgree: { version: string } | null } }
  if (!auth.termsToAgree) return
  const query = 'mutation Agree($version: String!) { agreeToTerms(version: $version) { id } }'
  await ask({ operationName: 'Agree', query }, { version: auth.termsToAgree.version })
}
