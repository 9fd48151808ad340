// oidc-provider alone, with everything in memory: what a refresh with rotation costs without a database. PORT.
// GET /chain begins a chain of refresh tokens; POST /token goes on with it, as RFC 6749 has it; ES256, JWT.
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

const port = Number(process.env.PORT)
const api = 'urn:bench:api'
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const provider = new Provider(`http://127.0.0.1:${port}`, {
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' } as never] },
  clients: [
    {
      client_id: 'web',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['http://127.0.0.1/'],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  rotateRefreshToken: true,
  findAccount: (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => api,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'use',
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
})

async function beginChain(): Promise<string> {
  const client = await provider.Client.find('web')
  const grant = new provider.Grant({ accountId: 'someone', clientId: 'web' })
  grant.addOIDCScope('openid offline_access')
  grant.addResourceScope(api, 'use')
  const token = new provider.RefreshToken({
    accountId: 'someone',
    client: client!,
    grantId: await grant.save(),
    scope: 'openid offline_access use',
    resource: api,
    gty: 'authorization_code',
    rotations: 0,
    iiat: Math.floor(Date.now() / 1000),
  } as never)
  return token.save()
}

const answer = provider.callback()
createServer(async (request, response) => {
  if (request.url === '/chain') response.end(await beginChain())
  else answer(request, response)
}).listen(port, '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
