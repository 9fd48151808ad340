import * as oauth from 'oauth4webapi'
import { app, CLIENT_ID, ISSUER, origin, REEVE_SECRET, start } from './application.js'

const http = { [oauth.allowInsecureRequests]: true }
const issuer = new URL(ISSUER)
const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http))
const client = { client_id: CLIENT_ID }
const authentication = oauth.ClientSecretPost(REEVE_SECRET)
const redirectUri = `${origin}/callback`
const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
const challenge = await oauth.calculatePKCECodeChallenge(verifier)
let tokens
let sub

app.get('/login', (_request, response) => {
  const url = new URL(server.authorization_endpoint)
  url.search = new URLSearchParams({
    ...{ client_id: CLIENT_ID, redirect_uri: redirectUri, response_type: 'code', state },
    ...{ scope: 'openid profile offline_access', prompt: 'consent' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  })
  response.redirect(url.href)
})
app.get('/callback', async (request, response) => {
  const parameters = oauth.validateAuthResponse(server, client, new URL(request.url, origin), state)
  tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      ...[server, client, authentication, parameters, redirectUri, verifier, http],
    ),
    { requireIdToken: true },
  )
  sub = oauth.getValidatedIdTokenClaims(tokens).sub
  response.redirect('/')
})
app.get('/', async (_request, response) => {
  const answer = await oauth.userInfoRequest(server, client, tokens.access_token, http)
  response.json(await oauth.processUserInfoResponse(server, client, sub, answer))
})
app.get('/refresh', async (_request, response) => {
  const answer = await oauth.refreshTokenGrantRequest(
    ...[server, client, authentication, tokens.refresh_token, http],
  )
  tokens = { ...tokens, ...(await oauth.processRefreshTokenResponse(server, client, answer)) }
  response.redirect('/')
})
app.get('/logout', (_request, response) => {
  const url = new URL(server.end_session_endpoint)
  url.search = new URLSearchParams({
    id_token_hint: tokens.id_token,
    post_logout_redirect_uri: `${origin}/left`,
  })
  response.redirect(url.href)
})
start()
