import * as oidc from 'openid-client'
import { app, CONFIGURATION, origin, start } from './application.js'

const { config, code_verifier, url } = await import(CONFIGURATION)
let tokens
let sub

app.get('/login', (_request, response) => response.redirect(url.href))
app.get('/callback', async (request, response) => {
  const checks = { pkceCodeVerifier: code_verifier }
  tokens = await oidc.authorizationCodeGrant(config, new URL(request.url, origin), checks)
  sub = tokens.claims().sub
  response.redirect('/')
})
app.get('/', async (_request, response) => {
  response.json(await oidc.fetchUserInfo(config, tokens.access_token, sub))
})
app.get('/refresh', async (_request, response) => {
  tokens = { ...tokens, ...(await oidc.refreshTokenGrant(config, tokens.refresh_token)) }
  response.redirect('/')
})
app.get('/logout', (_request, response) => {
  const query = { id_token_hint: tokens.id_token, post_logout_redirect_uri: `${origin}/left` }
  response.redirect(oidc.buildEndSessionUrl(config, query).href)
})
start()
