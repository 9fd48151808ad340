import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import {
  claimsOf,
  createFlows,
  givenApplication,
  redirectUri,
  type TestApplication,
} from '../../testing/applications.ts'
import { createBrowser } from '../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../testing/identity.ts'

// Tests that users who must set up a second factor cannot sign in to an application until they have done so,
// and that the sign-in then continues.

const server = useIdentity({ secondFactor: 'all' })
let flows: ReturnType<typeof createFlows>
let portal: TestApplication
beforeAll(async () => {
  flows = createFlows(server)
  portal = await givenApplication(server.db)
})

const withFactor = (account_id: string) =>
  server.db.query
    .insertInto('factor')
    .values({ account_id, id: newId(), kind: 'totp', name: '手机', secret: Buffer.alloc(60) })
    .execute()
const withoutFactor = (id: string) =>
  server.db.query.deleteFrom('factor').where('account_id', '=', id).execute()

test('a sign-in to an application does not continue until the required second factor is set up', async () => {
  const account = await setUpAccount(server.db)
  const browser = createBrowser(server.url)
  await browser.signIn(account)
  const { url, verifier } = flows.authorize(portal)
  const page = await browser.follow(url)
  expect((await browser.details(page)).body).toMatchObject({
    step: 'login',
    account: { id: account.id, factorRequired: true, passwordChangeRequired: false },
  })
  const { next } = await browser.answer(page, { step: 'login' })
  const still = await browser.follow(required(next, 'next'))
  expect([still.pathname.startsWith('/continue/'), still.searchParams.get('code')]).toEqual([true, null])

  await withFactor(account.id)
  expect((await browser.details(still)).body).toMatchObject({ account: { factorRequired: false } })
  const back = await browser.follow(required((await browser.answer(still, { step: 'login' })).next, 'next'))
  expect(back.href).toContain(`${redirectUri}?`)
  const { body } = await flows.trade(portal, required(back.searchParams.get('code'), 'code'), verifier)
  expect(claimsOf(required(body.id_token, 'id_token')).sub).toBe(account.id)
})

test('an application’s access token is invalid while the user lacks the required second factor', async () => {
  const account = await setUpAccount(server.db)
  await withFactor(account.id)
  const browser = createBrowser(server.url)
  const { access_token: token } = await signedIn()
  const read = async () => (await flows.userinfo(token)).status
  expect(await read()).toBe(200)
  await withoutFactor(account.id)
  expect(await read()).toBe(401)
  await withFactor(account.id)
  expect(await read()).toBe(200)

  async function signedIn() {
    await withoutFactor(account.id)
    await browser.signIn(account)
    await withFactor(account.id)
    return flows.signIn(browser, portal)
  }
})

test('does not approve a device code before the required second factor is set up', async () => {
  const screen = await givenApplication(server.db, { kind: 'DEVICE', redirect_uris: [] })
  const account = await setUpAccount(server.db)
  const browser = createBrowser(server.url)
  await browser.signIn(account)
  const response = await server.post('auth/device', { client_id: screen.id, scope: 'openid profile' })
  const { user_code: userCode } = (await response.json()) as { user_code: string }
  const callPage = async (input: object) => {
    const answer = await browser.visit('/realms/reeve/device', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ userCode, ...input }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  expect((await callPage({})).body).toMatchObject({ account: { factorRequired: true } })
  expect(await callPage({ step: 'allow' })).toMatchObject({ status: 403, body: { error: 'access_denied' } })
  await withFactor(account.id)
  expect((await callPage({ step: 'allow' })).status).toBe(200)
})
