import { Issuer } from 'openid-client-5'
import { app, CLIENT_ID, ISSUER, origin, REEVE_SECRET, start } from './application.js'

const issuer = await Issuer.discover(ISSUER)
const redirectUri = `${origin}/callback`
const client = new issuer.Client({
  client_id: CLIENT_ID,
  client_secret: REEVE_SECRET,
  redirect_uris: [redirectUri],
  response_types: ['code'],
})
let tokens

app.get('/login', (_request, response) =>
  response.redirect(client.authorizationUrl({ scope: 'openid profile offline_access', prompt: 'consent' })),
)
app.get('/callback', async (request, response) => {
  tokens = await client.callback(redirectUri, client.callbackParams(request))
  response.redirect('/')
})
app.get('/', async (_request, response) => response.json(await client.userinfo(tokens)))
app.get('/refresh', async (_request, response) => {
  tokens = await client.refresh(tokens)
  response.redirect('/')
})
app.get('/logout', (_request, response) =>
  response.redirect(
    client.endSessionUrl({ id_token_hint: tokens, post_logout_redirect_uri: `${origin}/left` }),
  ),
)
start()
