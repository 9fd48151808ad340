import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { required } from '../../../../contract/required.ts'
import { createFlows, givenApplication, redirectUri } from '../../../testing/applications.ts'
import { createBrowser, createPkce } from '../../../testing/browser.ts'
import { notApplicable, useConformance } from '../../../testing/conformance.ts'

// The OpenID Foundation's conformance suite defines the plan oidcc-basic-certification-test-plan. This file
// tests the modules of that plan that do not need a person. `npm test -- openid` prints the result of each
// module.

const provider = useConformance()

const standardClaims = {
  profile: ['name', 'preferred_username'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
}

describe('authorization code flow', () => {
  test('oidcc-server: returns a code with the state, and tokens with a valid ID token', async () => {
    const back = await provider.authorize()
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      state: 'state',
      iss: provider.server.issuer,
    })
    const { headers, body } = await provider.exchange(required(back.searchParams.get('code'), 'code'))
    expect(headers.get('cache-control')).toContain('no-store')
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: expect.any(Number) })
    const { claims } = await provider.verified(required(body.id_token, 'id_token'))
    expect(claims).toMatchObject({ sub: provider.account.id, nonce: 'nonce' })
    const half = createHash('sha256').update(body.access_token).digest().subarray(0, 16)
    expect(claims.at_hash).toBe(half.toString('base64url'))
  })

  test('oidcc-response-type-missing: redirects with invalid_request', async () => {
    const back = await provider.authorize({ response_type: undefined })
    expect(back.href).toContain(`${redirectUri}?`)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'invalid_request', state: 'state' })
  })

  test('oidcc-idtoken-signature: signs the ID token with a published RSA key', async () => {
    const { header } = await provider.verified((await provider.signIn()).id_token)
    expect(header).toMatchObject({ alg: 'RS256', kid: expect.any(String) })
  })

  test('oidcc-idtoken-unsigned: is not applicable, because ID tokens are always signed', async (context) => {
    expect((await provider.metadata()).id_token_signing_alg_values_supported).not.toContain('none')
    notApplicable(context, 'ID tokens are always signed')
  })

  test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow: returns an ID token without a nonce', async () => {
    const { id_token } = await provider.signIn({ nonce: undefined })
    expect((await provider.verified(id_token)).claims).not.toHaveProperty('nonce')
  })

  test('oidcc-ensure-registered-redirect-uri: shows an error page instead of redirecting to an unregistered URI', async () => {
    const page = await provider.authorize({ redirect_uri: `${redirectUri}/other` })
    expect([page.origin, page.pathname]).toEqual([provider.server.url, '/continue/error'])
  })

  test('oidcc-ensure-post-request-succeeds: accepts an authorization request by POST', async () => {
    const { origin, pathname, searchParams } = provider.authorizationUrl()
    const answer = await provider.browser.visit(origin + pathname, { method: 'POST', body: searchParams })
    const location = required(answer.headers.get('location'), 'location')
    await provider.tokensFrom(await provider.browser.follow(location))
  })

  test('oidcc-ensure-request-with-unknown-parameter-succeeds: ignores an unknown parameter', async () => {
    await provider.signIn({ extra: 'foobar' })
  })

  test('oidcc-ensure-request-with-acr-values-succeeds: ignores unknown acr values', async () => {
    await provider.signIn({ acr_values: '1 2' })
  })

  test('oidcc-ensure-request-with-valid-pkce-succeeds: accepts the code verifier', async () => {
    const { verifier, challenge } = createPkce()
    const back = await provider.authorize({ code_challenge: challenge, code_challenge_method: 'S256' })
    const code = required(back.searchParams.get('code'), 'code')
    expect((await provider.exchange(code, { code_verifier: verifier })).status).toBe(200)
  })

  test('oidcc-server-client-secret-post: accepts the client secret in the form body', async () => {
    const back = await provider.authorize()
    const answer = await provider.server.post('token', {
      ...{ grant_type: 'authorization_code', code: required(back.searchParams.get('code'), 'code') },
      redirect_uri: redirectUri,
      ...{ client_id: provider.application.id, client_secret: provider.application.secret },
    })
    expect(answer.status).toBe(200)
  })
})

describe('userinfo', () => {
  test('oidcc-userinfo-get: returns the account', async () => {
    const { access_token } = await provider.signIn()
    expect((await provider.userinfo(access_token)).claims.sub).toBe(provider.account.id)
  })

  test('oidcc-userinfo-post-header: accepts the access token in the header of a POST request', async () => {
    const { access_token } = await provider.signIn()
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await provider.userinfo(access_token, { method: 'POST', headers })
    expect(answer.claims.sub).toBe(provider.account.id)
  })

  test('oidcc-userinfo-post-body: accepts the access token in the form body', async () => {
    const { access_token } = await provider.signIn()
    const body = new URLSearchParams({ access_token })
    const answer = await provider.userinfo(access_token, { method: 'POST', body })
    expect(answer.claims.sub).toBe(provider.account.id)
  })
})

describe('scopes', () => {
  test.each(Object.entries(standardClaims))('oidcc-scope-%s: returns its claims', async (scope, names) => {
    const { access_token, scope: granted } = await provider.signIn({ scope: `openid ${scope}` })
    expect(granted?.split(' ').toSorted()).toEqual(['openid', scope].toSorted())
    const { claims } = await provider.userinfo(access_token)
    expect(Object.keys(claims).toSorted()).toEqual(['sub', ...names].toSorted())
  })

  test('oidcc-scope-address: is not applicable, because accounts have no address', async (context) => {
    expect((await provider.metadata()).scopes_supported).not.toContain('address')
    notApplicable(context, 'accounts have no address')
  })

  test('oidcc-scope-all: returns the claims of all scopes', async () => {
    const { access_token } = await provider.signIn({ scope: 'openid profile email phone' })
    const { claims } = await provider.userinfo(access_token)
    expect(Object.keys(claims)).toEqual(
      expect.arrayContaining(['sub', ...Object.values(standardClaims).flat()]),
    )
  })

  test('oidcc-ensure-other-scope-order-succeeds: accepts openid in any position', async () => {
    const { access_token } = await provider.signIn({ scope: 'email openid' })
    expect((await provider.userinfo(access_token)).claims.email).toBe('zhangsan@example.com')
  })

  test('oidcc-claims-essential: is not applicable, because the claims parameter is not supported', async (context) => {
    expect((await provider.metadata()).claims_parameter_supported).toBe(false)
    notApplicable(context, 'the claims parameter is not supported')
  })

  test('oidcc-refresh-token: accepts a refresh token only from the client that received it', async () => {
    const { refresh_token = '' } = await provider.signIn({ scope: 'openid offline_access' })
    const form = { grant_type: 'refresh_token', refresh_token }
    const flows = createFlows(provider.server)
    const other = await flows.tokens(await givenApplication(provider.server.db), form)
    expect([other.status, other.body.error]).toEqual([400, 'invalid_grant'])
    const { status, body } = await flows.tokens(provider.application, form)
    expect(status).toBe(200)
    expect((await provider.userinfo(body.access_token)).claims.sub).toBe(provider.account.id)
    const { claims } = await provider.verified(required(body.id_token, 'id_token'))
    expect(claims.sub).toBe(provider.account.id)
  })
})

describe('sign-in page', () => {
  test.each(['page', 'popup'])('oidcc-display-%s: shows the sign-in page', async (display) => {
    const browser = createBrowser(provider.server.url)
    const page = await provider.authorize({ display }, browser)
    await provider.signInOn(page, browser)
  })

  test('oidcc-prompt-login: asks the user to sign in again', async () => {
    await provider.waitAMinute()
    const before = await provider.verified((await provider.signIn({ max_age: '10000' })).id_token)
    const tokens = await provider.signInOn(await provider.authorize({ prompt: 'login', max_age: '10000' }))
    const { claims } = await provider.verified(tokens.id_token)
    expect(claims.sub).toBe(before.claims.sub)
    expect(claims.auth_time).toBeGreaterThan(Number(before.claims.auth_time))
  })

  test('oidcc-prompt-none-not-logged-in: redirects with login_required', async () => {
    const back = await provider.authorize({ prompt: 'none' }, createBrowser(provider.server.url))
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'login_required', state: 'state' })
  })

  test('oidcc-prompt-none-logged-in: signs in the same user without showing a page', async () => {
    const before = await provider.verified((await provider.signIn({ max_age: '10000' })).id_token)
    const tokens = await provider.signIn({ prompt: 'none', max_age: '10000' })
    const { claims } = await provider.verified(tokens.id_token)
    expect([claims.sub, claims.auth_time]).toEqual([before.claims.sub, before.claims.auth_time])
  })

  test('oidcc-max-age-1: asks the user to sign in again', async () => {
    await provider.waitAMinute()
    const page = await provider.authorize({ max_age: '1' })
    const { claims } = await provider.verified((await provider.signInOn(page)).id_token)
    expect(claims.auth_time).toBeGreaterThan(Date.now() / 1000 - 30)
  })

  test('oidcc-max-age-10000: returns the time of the earlier sign-in without showing a page', async () => {
    await provider.waitAMinute()
    const { claims } = await provider.verified((await provider.signIn({ max_age: '10000' })).id_token)
    expect(claims.auth_time).toBeLessThan(Date.now() / 1000 - 30)
  })

  test('oidcc-id-token-hint: signs in the user whom the ID token identifies, without showing a page', async () => {
    const { id_token } = await provider.signIn()
    const tokens = await provider.signIn({ id_token_hint: id_token, prompt: 'none' })
    expect((await provider.verified(tokens.id_token)).claims.sub).toBe(provider.account.id)
  })

  test('oidcc-login-hint: returns the username of the hint to the sign-in page', async () => {
    const browser = createBrowser(provider.server.url)
    const page = await provider.authorize({ login_hint: provider.account.username }, browser)
    expect((await browser.details(page)).body.loginHint).toBe(provider.account.username)
    await provider.signInOn(page, browser)
  })

  test('oidcc-ui-locales: ignores languages that are not supported', async () => {
    const browser = createBrowser(provider.server.url)
    await provider.signInOn(await provider.authorize({ ui_locales: 'se' }, browser), browser)
  })

  test('oidcc-claims-locales: ignores languages that are not supported', async () => {
    await provider.signIn({ claims_locales: 'se' })
  })
})

describe('abuse', () => {
  test('oidcc-codereuse: rejects an authorization code that has been used', async () => {
    const back = await provider.authorize()
    await provider.tokensFrom(back)
    const { status, body } = await provider.exchange(required(back.searchParams.get('code'), 'code'))
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  test('oidcc-codereuse-30seconds: revokes the tokens of an authorization code that is used again', async () => {
    const back = await provider.authorize()
    const { access_token } = await provider.tokensFrom(back)
    expect((await provider.userinfo(access_token)).status).toBe(200)
    const { status, body } = await provider.exchange(required(back.searchParams.get('code'), 'code'))
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect((await provider.userinfo(access_token)).status).toBe(401)
  })

  test('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported: rejects a request_uri', async () => {
    expect((await provider.metadata()).request_uri_parameter_supported).toBe(false)
    const back = await provider.authorize({ request_uri: 'https://portal.example.com/request' })
    expect(back.searchParams.get('error')).toBe('request_uri_not_supported')
  })

  test('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported: rejects a request object', async () => {
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const request = `${encoded({ alg: 'none' })}.${encoded({ client_id: provider.application.id })}.`
    const back = await provider.authorize({ request })
    expect(back.searchParams.get('error')).toBe('request_not_supported')
  })

  test('oidcc-ensure-request-object-with-redirect-uri: is not applicable, because request objects are not supported', async (context) => {
    expect((await provider.metadata()).request_parameter_supported ?? false).toBe(false)
    notApplicable(context, 'request objects are not supported')
  })
})
