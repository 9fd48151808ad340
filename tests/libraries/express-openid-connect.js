import openid from 'express-openid-connect'
import { app, CLIENT_ID, ISSUER, origin, REEVE_SECRET, start } from './application.js'

app.use(
  openid.auth({
    issuerBaseURL: ISSUER,
    baseURL: origin,
    clientID: CLIENT_ID,
    clientSecret: REEVE_SECRET,
    secret: 'a secret for the cookies of this test',
    authRequired: false,
    idpLogout: true,
    routes: { postLogoutRedirect: `${origin}/left` },
    authorizationParams: {
      response_type: 'code',
      scope: 'openid profile offline_access',
      prompt: 'consent',
    },
  }),
)
app.get('/left', (_request, response) => response.json({}))
app.get('/', async (request, response) => response.json(await request.oidc.fetchUserInfo()))
app.get('/refresh', async (request, response) => {
  await request.oidc.accessToken.refresh()
  response.redirect('/')
})
start()
