// oidc-provider alone, with everything in memory: what signing in to applications costs without a database. PORT.
// GET /chain begins a chain of refresh tokens; POST /token goes on with it, as RFC 6749 has it; ES256, JWT for those who
// ask with the resource. GET /cookie gives what a browser that is signed in sends.

import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { interactionPolicy } from 'oidc-provider'
import { required } from '../../contract/required.ts'
import { bare } from './bare-clients.ts'

const port = Number(process.env.PORT)
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const policy = interactionPolicy.base()
required(policy.get('consent'), 'consent').checks.clear()
const codes = {
  grant_types: ['authorization_code', 'refresh_token'],
  id_token_signed_response_alg: 'ES256' as const,
}
const provider = new Provider(`http://127.0.0.1:${port}`, {
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' } as never] },
  clients: [
    {
      ...codes,
      client_id: 'web',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['http://127.0.0.1/'],
    },
    {
      ...codes,
      client_id: bare.server.id,
      client_secret: bare.server.secret,
      redirect_uris: [bare.redirectUri],
    },
    {
      client_id: bare.program.id,
      client_secret: bare.program.secret,
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  rotateRefreshToken: true,
  findAccount: (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  interactions: { policy },
  loadExistingGrant: async (ctx) => {
    const { accountId } = required(ctx.oidc.session, 'session')
    const grant = new provider.Grant({
      accountId: required(accountId, 'accountId'),
      clientId: required(ctx.oidc.client, 'client').clientId,
    })
    grant.addOIDCScope('openid profile offline_access')
    grant.addResourceScope(bare.resource, 'use')
    await grant.save()
    return grant
  },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, _client, oneOf) => required(oneOf as unknown as string | undefined, 'oneOf'),
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
  grant.addResourceScope(bare.resource, 'use')
  const token = new provider.RefreshToken({
    accountId: 'someone',
    client: required(client, 'client'),
    grantId: await grant.save(),
    scope: 'openid offline_access use',
    resource: bare.resource,
    gty: 'authorization_code',
    rotations: 0,
    iiat: Math.floor(Date.now() / 1000),
  } as never)
  return token.save()
}

async function openSession(): Promise<string> {
  const session = new provider.Session()
  session.loginAccount({ accountId: 'someone' })
  // Its types leave out for how long.
  const { save } = session as unknown as { save(seconds: number): Promise<string> }
  return `_session=${await save.call(session, 3_600)}`
}

const answer = provider.callback()
createServer(async (request, response) => {
  if (request.url === '/chain') response.end(await beginChain())
  else if (request.url === '/cookie') response.end(await openSession())
  else await answer(request, response)
}).listen(port, '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
