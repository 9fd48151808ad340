import { beforeAll, expect, test } from 'vitest'
import { first, required } from '../../../contract/required.ts'
import { createFlows, givenApplication, type TestApplication } from '../../testing/applications.ts'
import { createBrowser } from '../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../testing/identity.ts'

// Tests sign-outs that an application requests.

const server = useIdentity()
let flows: ReturnType<typeof createFlows>
let portal: TestApplication
beforeAll(async () => {
  flows = createFlows(server)
  portal = await givenApplication(server.db, { post_logout_redirect_uris: ['https://portal.example.com/'] })
})

const logout = (query: Record<string, string>) =>
  `/realms/reeve/protocol/openid-connect/logout?${new URLSearchParams(query)}`

async function signedIn() {
  const browser = createBrowser(server.url)
  const { access_token: console } = await browser.signIn(await setUpAccount(server.db))
  const tokens = await flows.signIn(browser, portal)
  const isLive = async () =>
    (await flows.userinfo(console)).status === 200 &&
    (await flows.userinfo(tokens.access_token)).status === 200
  return { browser, isLive, hint: required(tokens.id_token, 'id_token'), tokens }
}

test('a sign-out from an application also ends the session of the console, and redirects to a registered URL', async () => {
  const { browser, isLive, hint } = await signedIn()
  expect(await isLive()).toBe(true)
  const left = await browser.visit(
    logout({ id_token_hint: hint, post_logout_redirect_uri: 'https://portal.example.com/', state: 'a b' }),
  )
  expect([left.status, left.headers.get('location')]).toEqual([303, 'https://portal.example.com/?state=a+b'])
  expect(await isLive()).toBe(false)
  expect((await browser.follow(flows.authorize(portal).url)).pathname).toContain('/continue/')
})

test('a sign-out does not redirect to unregistered URLs or to URLs of other applications', async () => {
  const other = await givenApplication(server.db, {
    post_logout_redirect_uris: ['https://other.example.com/'],
  })
  const { browser, hint } = await signedIn()
  for (const uri of [
    'https://evil.example/',
    'https://portal.example.com',
    first(other.post_logout_redirect_uris, 'post_logout_redirect_uris'),
  ]) {
    const left = await browser.visit(logout({ id_token_hint: hint, post_logout_redirect_uri: uri }))
    expect([uri, left.headers.get('location')]).toEqual([uri, `${server.url}/login`])
  }
})

test('a sign-out request without an ID token of the signed-in user does not end the session', async () => {
  const { browser, isLive, tokens } = await signedIn()
  const stranger = await signedIn()
  for (const query of [
    {},
    { client_id: portal.id },
    { id_token_hint: 'nonsense' },
    { id_token_hint: tokens.access_token },
    { id_token_hint: stranger.hint },
  ] as Record<string, string>[])
    expect((await browser.visit(logout(query))).status).toBe(303)
  expect([await isLive(), await stranger.isLive()]).toEqual([true, true])
})

test('a sign-out without an ID token asks the user for confirmation, and then redirects to a registered URL', async () => {
  const { browser, isLive } = await signedIn()
  const query = {
    ...{ client_id: portal.id, state: 's' },
    post_logout_redirect_uri: 'https://portal.example.com/',
  }
  const page = new URL(required((await browser.visit(logout(query))).headers.get('location'), 'location'))
  expect([page.origin, page.pathname]).toEqual([server.url, '/continue/sign-out'])
  expect(Object.fromEntries(page.searchParams)).toEqual(query)
  const confirm = async (body: object, origin: string) => {
    const answer = await browser.visit('/realms/reeve/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    })
    return [answer.status, ((await answer.json()) as { next?: string }).next]
  }
  expect((await confirm(query, 'https://evil.example'))[0]).toBe(403)
  expect(await isLive()).toBe(true)
  expect(await confirm(query, server.url)).toEqual([200, 'https://portal.example.com/?state=s'])
  expect(await isLive()).toBe(false)
  const evil = { ...query, post_logout_redirect_uri: 'https://evil.example/' }
  expect(await confirm(evil, server.url)).toEqual([200, `${server.url}/login`])
  // The user is already signed out, so no confirmation is needed.
  expect((await browser.visit(logout(query))).headers.get('location')).toBe(
    'https://portal.example.com/?state=s',
  )
})
