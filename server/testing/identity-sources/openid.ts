import { createHash, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { json, listen, type ReceivedRequest } from '../http-server.ts'

/** A person at the provider. */
export interface OpenidPerson {
  sub: string
  [claim: string]: unknown
}

interface Grant {
  nonce: string | null
  challenge: string | null
  redirectUri: string
  person: OpenidPerson
}

const createHooks = () => ({
  person: { sub: 'somebody' } as OpenidPerson,
  /** Changes the parameters of the redirect back. */
  redirect: (_params: URLSearchParams) => {},
  /** Changes the claims of the ID token. */
  idToken: (claims: Record<string, unknown>) => claims,
  /** Claims of the userinfo endpoint; by default those of the person. */
  userinfo: undefined as Record<string, unknown> | undefined,
  metadata: {} as Record<string, unknown>,
  /** Handlers that replace the endpoint whose path ends with the key. */
  instead: {} as Record<string, ((response: ServerResponse) => void) | undefined>,
  issuesRefreshTokens: false,
})

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  authorization_response_iss_parameter_supported: true,
})

/**
 * An OpenID provider that signs everybody in without a page. `hooks` change its responses, to simulate errors
 * and attacks.
 */
export async function startOpenidServer() {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, Grant>()
  const refreshable = new Set<string>()
  const hooks = createHooks()
  const client = { id: 'reeve', secret: 'the-secret-of-the-client' }

  const server = await listen(async (received, response) => {
    const url = new URL(received.url, issuer())
    const instead = Object.entries(hooks.instead).find(([path]) => url.pathname.endsWith(path))?.[1]
    if (instead) return instead(response)
    const handler = endpoints[url.pathname]
    if (!handler) return json(response, { error: 'not_found' }, 404)
    await handler(url, received, response)
  })
  const issuer = () => `http://${server.host}`

  type Handler = (url: URL, received: ReceivedRequest, response: ServerResponse) => Promise<unknown> | unknown
  const endpoints: Record<string, Handler> = {
    '/.well-known/openid-configuration': (_url, _received, response) =>
      json(response, { ...metadataOf(issuer()), ...hooks.metadata }),
    '/jwks': (_url, _received, response) => json(response, { keys: [jwk] }),
    '/authorize': (url, _received, response) => {
      const code = randomUUID()
      const query = url.searchParams
      const redirectUri = String(query.get('redirect_uri'))
      codes.set(code, {
        ...{ nonce: query.get('nonce'), challenge: query.get('code_challenge'), redirectUri },
        person: hooks.person,
      })
      const back = new URL(redirectUri)
      back.search = new URLSearchParams({
        ...{ code, state: String(query.get('state')), iss: issuer() },
      }).toString()
      hooks.redirect(back.searchParams)
      response.writeHead(303, { location: back.href }).end()
    },
    async '/token'(_url, { body, headers }, response) {
      const form = new URLSearchParams(body)
      const expected = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
      if (headers.authorization !== expected) return json(response, { error: 'invalid_client' }, 401)
      if (form.get('grant_type') === 'refresh_token') {
        const token = String(form.get('refresh_token'))
        if (!refreshable.delete(token)) return json(response, { error: 'invalid_grant' }, 400)
        return json(response, { access_token: randomUUID(), token_type: 'Bearer', ...newRefreshToken() })
      }
      const code = String(form.get('code'))
      const grant = codes.get(code)
      codes.delete(code)
      const verifier = String(form.get('code_verifier'))
      const proven = createHash('sha256').update(verifier).digest('base64url') === grant?.challenge
      if (!grant || !proven || form.get('redirect_uri') !== grant.redirectUri)
        return json(response, { error: 'invalid_grant' }, 400)
      const token = randomUUID()
      people.set(token, grant.person)
      return json(response, {
        ...{ access_token: token, token_type: 'Bearer', expires_in: 300 },
        id_token: await sign(grant),
        ...(hooks.issuesRefreshTokens && newRefreshToken()),
      })
    },
    '/userinfo': (_url, { headers }, response) => {
      const person = people.get(String(headers.authorization).replace(/^Bearer /, ''))
      if (!person) return json(response, { error: 'invalid_token' }, 401)
      return json(response, hooks.userinfo ?? person)
    },
  }

  const people = new Map<string, OpenidPerson>()
  const newRefreshToken = () => {
    const token = randomUUID()
    refreshable.add(token)
    return { refresh_token: token }
  }

  const sign = ({ nonce, person: { sub, amr, auth_time } }: Grant) => {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: issuer(), aud: client.id, sub, nonce, iat: now, exp: now + 300 }
    const changed = hooks.idToken({ ...claims, ...(amr !== undefined && { amr }), auth_time })
    const header = { alg: 'RS256', kid: 'key' }
    return new SignJWT(changed as never).setProtectedHeader(header).sign(keys.privateKey)
  }

  return Object.assign(server, {
    ...{ client, hooks, codes },
    get issuer() {
      return issuer()
    },
    /** Revokes the access of everybody who has signed in. */
    revokeAll: () => refreshable.clear(),
  })
}

export type OpenidServer = Awaited<ReturnType<typeof startOpenidServer>>
