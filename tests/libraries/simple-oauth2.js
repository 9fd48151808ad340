import { AuthorizationCode } from 'simple-oauth2'
import { app, CLIENT_ID, ISSUER, origin, REEVE_SECRET, start } from './application.js'

const path = `${new URL(ISSUER).pathname}/protocol/openid-connect`
const client = new AuthorizationCode({
  client: { id: CLIENT_ID, secret: REEVE_SECRET },
  auth: { tokenHost: new URL(ISSUER).origin, tokenPath: `${path}/token`, authorizePath: `${path}/auth` },
})
const redirect_uri = `${origin}/callback`
let token

app.get('/login', (_request, response) =>
  response.redirect(
    client.authorizeURL({
      redirect_uri,
      scope: 'openid profile offline_access',
      prompt: 'consent',
      state: 's',
    }),
  ),
)
app.get('/callback', async ({ query }, response) => {
  token = await client.getToken({ code: query.code, redirect_uri })
  response.redirect('/')
})
app.get('/', async (_request, response) => {
  const headers = { authorization: `Bearer ${token.token.access_token}` }
  response.json(await (await fetch(`${ISSUER}/protocol/openid-connect/userinfo`, { headers })).json())
})
app.get('/refresh', async (_request, response) => {
  token = await token.refresh()
  response.redirect('/')
})
start()
