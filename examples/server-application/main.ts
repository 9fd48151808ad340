// A web application with its own server (Express, openid-client). Start it with `npm run example
// server-application`. The tokens stay on the server. The browser receives only a session cookie.
import { randomBytes } from 'node:crypto'
import express, { type Request, type Response } from 'express'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { issuer, registerApplication, say } from '../lib/reeve.ts'
import { page, type Signed } from './page.ts'

const port = Number(process.env.PORT ?? 5181)
const home = `http://127.0.0.1:${port}/`
const redirectUri = `${home}callback`

const { clientId, secret } = await registerApplication({
  kind: 'SERVER',
  name: '示例：服务端应用',
  redirectUris: [redirectUri],
  postLogoutRedirectUris: [home],
  input: {
    scopes: ['openid', 'profile', 'organization'],
    backchannelLogoutUri: `${home}backchannel-logout`,
  },
})
const config = await oidc.discovery(new URL(issuer), clientId, secret!, undefined, {
  // Allows http URLs, because the demo uses http on this machine. Omit this option for https.
  execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
})
const keys = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri!))

/** Values of a pending sign-in that are needed to verify the response with the authorization code. */
interface Begun {
  verifier: string
  state: string
  nonce: string
}

/**
 * Pending sign-ins and sessions by cookie value. A real application stores them outside the process and lets
 * them expire.
 */
const begun = new Map<string, Begun>()
const signed = new Map<string, Signed>()

const cookieOf = (request: Request) =>
  /(?:^|; )example=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
/** Sets a new cookie value at each sign-in, to prevent session fixation. */
function setCookie(response: Response): string {
  const value = randomBytes(32).toString('base64url')
  response.cookie('example', value, { httpOnly: true, sameSite: 'lax', secure: home.startsWith('https:') })
  return value
}

const app = express()

app.get('/', (request, response) => void response.send(page(signed.get(cookieOf(request)))))

app.get('/sign-in', async (_request, response) => {
  const verifier = oidc.randomPKCECodeVerifier()
  const now = { verifier, state: oidc.randomState(), nonce: oidc.randomNonce() }
  begun.set(setCookie(response), now)
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile organization',
    state: now.state,
    nonce: now.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  response.redirect(address.href)
})

app.get('/callback', async (request, response) => {
  const cookie = cookieOf(request)
  const now = begun.get(cookie)
  begun.delete(cookie)
  if (!now) return void response.status(400).send(page(undefined, '这次登录不是从这个浏览器开始的。'))
  try {
    // Verifies state, nonce and iss, and the signature and audience of the ID token. Throws if one of them is
    // invalid.
    const tokens = await oidc.authorizationCodeGrant(config, new URL(request.originalUrl, home), {
      pkceCodeVerifier: now.verifier,
      expectedState: now.state,
      expectedNonce: now.nonce,
    })
    signed.set(setCookie(response), { idToken: tokens.id_token!, claims: tokens.claims()! })
    response.redirect('/')
  } catch (error) {
    if (!(error instanceof oidc.AuthorizationResponseError)) throw error
    response.status(403).send(page(undefined, `没有登录：${error.error}`))
  }
})

app.post('/sign-out', (request, response) => {
  const session = signed.get(cookieOf(request))
  signed.delete(cookieOf(request))
  const parameters = { id_token_hint: session?.idToken ?? '', post_logout_redirect_uri: home }
  response.redirect(session ? oidc.buildEndSessionUrl(config, parameters).href : '/')
})

/**
 * Reeve calls this endpoint when the user's session ends outside this application (OpenID Connect
 * Back-Channel Logout 1.0, sections 2.5 and 2.6).
 */
app.post('/backchannel-logout', express.urlencoded({ extended: false }), async (request, response) => {
  const token = String(request.body?.logout_token)
  const checked = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    typ: 'logout+jwt',
    requiredClaims: ['iat', 'jti', 'events'],
  }).catch(() => undefined)
  if (!checked || 'nonce' in checked.payload) return void response.status(400).end()
  for (const [cookie, { claims }] of signed) if (claims.sid === checked.payload.sid) signed.delete(cookie)
  response.set('cache-control', 'no-store').end()
})

app.listen(port, '127.0.0.1', () => say(home))
