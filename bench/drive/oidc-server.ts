// Runs oidc-provider with in-memory storage, to measure the cost of OAuth requests without a database. It
// listens on PORT. Token requests with the `resource` parameter get JWTs signed with ES256. GET /cookie
// returns the cookie of a new signed-in session.

import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { interactionPolicy } from 'oidc-provider'
import { required } from '../../contract/required.ts'
import { oidcClients, redirectUri } from './oidc-clients.ts'

const port = Number(process.env.PORT)
const { server, service, resource } = oidcClients
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const policy = interactionPolicy.base()
required(policy.get('consent'), 'consent').checks.clear()
const provider = new Provider(`http://127.0.0.1:${port}`, {
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' } as never] },
  clients: [
    {
      client_id: server.id,
      client_secret: server.secret,
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [redirectUri],
      id_token_signed_response_alg: 'ES256',
    },
    {
      client_id: service.id,
      client_secret: service.secret,
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
    grant.addResourceScope(resource, 'use')
    await grant.save()
    return grant
  },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      // Returns undefined if the request names no resource. The cast is necessary because the type
      // declarations do not allow undefined.
      defaultResource: (_ctx, _client, oneOf) => oneOf as unknown as string,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'use',
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
})

async function openSession(): Promise<string> {
  const session = new provider.Session()
  session.loginAccount({ accountId: 'someone' })
  // In the type declarations, `save` lacks the lifetime parameter.
  const { save } = session as unknown as { save(seconds: number): Promise<string> }
  return `_session=${await save.call(session, 3_600)}`
}

const answer = provider.callback()
// Idle connections stay open, because a busy machine can pause a caller for longer than the default timeout.
createServer({ keepAliveTimeout: 0 }, async (request, response) => {
  if (request.url === '/cookie') response.end(await openSession())
  else await answer(request, response)
}).listen(port, '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
