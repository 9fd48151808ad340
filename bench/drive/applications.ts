import { createHash, randomBytes } from 'node:crypto'
import { first, required } from '../../contract/required.ts'
import { assertOk, postForm } from '../../scripts/lib/caller.ts'
import type { Call, Case } from './case.ts'
import type { Facts } from './facts.ts'
import { type Client, type OperationName, oidcClients, operationNames, redirectUri } from './oidc-clients.ts'
import { password, type Target } from './reeve.ts'

/**
 * An OpenID provider, with the OAuth clients and browser sessions from which the callers send requests. Each
 * caller uses the client and the session at its own index.
 */
interface Provider {
  endpoints: Record<'authorization' | 'token' | 'introspection', string>
  /**
   * Token request parameters that request JWTs as access tokens. Empty for Reeve, which always issues JWTs.
   */
  audience: Record<string, string>
  servers: readonly Client[]
  services: readonly Client[]
  /** Opens a signed-in browser session for each caller and returns their cookies. */
  openBrowsers(): Promise<readonly string[]>
}

const callers = 8

/**
 * Measures the OAuth requests that applications send to Reeve. The baseline is the same request to
 * oidc-provider. It stores its data in memory, and all callers share the same clients.
 */
export const applicationCases = operationNames.map(
  (operation): Case => ({
    name: `application: ${operation}`,
    kind: 'application',
    limit: { kind: 'oidc-provider', operation },
    begin: ({ server, facts }) => begin(reeve(server, facts), operation),
  }),
)

/** Prepares an operation at oidc-provider, which oidc-server.ts runs. */
export const beginAtOidcProvider = ({ url }: Target, operation: OperationName): Promise<Call> => {
  const each = <T>(value: T) => Array.from({ length: callers }, () => value)
  const provider: Provider = {
    endpoints: {
      authorization: `${url}/auth`,
      token: `${url}/token`,
      introspection: `${url}/token/introspection`,
    },
    audience: { resource: oidcClients.resource },
    servers: each(oidcClients.server),
    services: each(oidcClients.service),
    openBrowsers: () => Promise.all(each(0).map(async () => (await fetch(`${url}/cookie`)).text())),
  }
  return begin(provider, operation)
}

function reeve({ url }: Target, { servers, services, logins }: Facts): Provider {
  const path = `${url}/realms/reeve/protocol/openid-connect`
  const token = `${path}/token`
  return {
    endpoints: { authorization: `${path}/auth`, token, introspection: `${token}/introspect` },
    ...{ audience: {}, servers, services },
    openBrowsers: () =>
      Promise.all(logins.slice(0, callers).map((username) => signInBrowser(url, token, username))),
  }
}

/** Signs in like the console and returns the session cookies. */
async function signInBrowser(origin: string, token: string, username: string): Promise<string> {
  const body = new URLSearchParams({ client_id: 'web', grant_type: 'password', username, password })
  const answer = await fetch(token, { method: 'POST', headers: { origin }, body })
  await answer.arrayBuffer()
  const cookies = answer.headers.getSetCookie()
  return cookies.map((line) => first(line.split(';'), 'cookie')).join('; ')
}

async function begin(provider: Provider, operation: OperationName): Promise<Call> {
  const { endpoints, audience, servers, services } = provider
  const credentials = { grant_type: 'client_credentials' }
  if (operation === 'client credentials')
    return (caller) => post(endpoints.token, at(services, caller), { ...credentials, ...audience })
  if (operation === 'introspection') {
    // Omit the `audience` parameters, so that oidc-provider issues opaque tokens. It cannot introspect JWTs.
    const tokens = await Promise.all(
      services.map(async (client) => (await post(endpoints.token, client, credentials)).access_token),
    )
    return async (caller) => {
      const token = at(tokens, caller)
      const { active } = await post(endpoints.introspection, at(services, caller), { token })
      if (!active) throw new Error('A valid token is reported as inactive.')
    }
  }
  const cookies = await provider.openBrowsers()
  if (operation === 'code flow')
    return (caller) => runCodeFlow(provider, caller, cookies, { scope: 'openid profile' })
  const lasting = { scope: 'openid profile offline_access', prompt: 'consent' }
  const signedIn = servers.map((_, caller) => runCodeFlow(provider, caller, cookies, lasting))
  const tokens = (await Promise.all(signedIn)).map(({ refresh_token }) => refresh_token)
  return async (caller) => {
    const fields = { grant_type: 'refresh_token', refresh_token: at(tokens, caller) }
    tokens[caller] = (await post(endpoints.token, at(servers, caller), fields)).refresh_token
  }
}

/** Requests an authorization code in a signed-in browser session and exchanges it for tokens. */
async function runCodeFlow(
  { endpoints, audience, servers }: Provider,
  caller: number,
  cookies: readonly string[],
  more: Record<string, string>,
): Promise<Record<string, string>> {
  const client = at(servers, caller)
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    ...{ client_id: client.id, response_type: 'code', redirect_uri: redirectUri, state: 'here' },
    ...{ code_challenge_method: 'S256', ...audience, ...more },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  })
  const headers = { cookie: at(cookies, caller) }
  const answer = await fetch(`${endpoints.authorization}?${query}`, { redirect: 'manual', headers })
  await answer.arrayBuffer()
  const target = new URL(answer.headers.get('location') ?? '', endpoints.authorization)
  const code = target.searchParams.get('code')
  if (!code)
    throw new Error(`No authorization code: status ${answer.status}, redirected to ${target.pathname}`)
  const fields = { grant_type: 'authorization_code', redirect_uri: redirectUri }
  return post(endpoints.token, client, { ...fields, code, code_verifier: verifier })
}

const at = <T>(values: readonly (T | undefined)[], caller: number): T =>
  required(values[caller], `value of caller ${caller}`)

function post(url: string, { id, secret }: Client, fields: Record<string, string>) {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  return assertOk(postForm(url, fields, { authorization }))
}
