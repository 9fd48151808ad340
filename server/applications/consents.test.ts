import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { createFlows, givenApplication } from '../testing/applications.ts'
import { createBrowser } from '../testing/browser.ts'
import { ask, givenPerson, refusal } from '../testing/organizations.ts'
import { useApp } from '../testing/use-app.ts'

// Tests listing and withdrawing consents.

const app = useApp()
let flows: ReturnType<typeof createFlows>
beforeAll(() => {
  const issuer = `${app.url}/realms/reeve`
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${issuer}/protocol/openid-connect/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers,
    })
  flows = createFlows({ url: app.url, issuer, post })
})

const asked = { scope: 'openid profile offline_access', prompt: 'consent' }
const withdraw = (applicationId: string) => `mutation { withdrawConsent(applicationId: "${applicationId}") }`

test('withdrawing a consent revokes the tokens of the application and requires consent at the next sign-in', async () => {
  const person = await givenPerson(app)
  const stranger = await givenPerson(app)
  const [board, other] = [
    await givenApplication(app.db, { first_party: false, name: '堆场看板', icon: 'ab'.repeat(32) }),
    await givenApplication(app.db, { first_party: false }),
  ]
  const browser = createBrowser(app.url)
  const { access_token: console } = await browser.signIn({
    username: person.phone,
    password: person.password,
  })
  const allow = async (application: typeof board) => {
    const { url, verifier } = flows.authorize(application, asked)
    const { next } = await browser.answer(await browser.follow(url), { step: 'consent' })
    const back = await browser.follow(required(next, 'next'))
    return (await flows.trade(application, required(back.searchParams.get('code'), 'code'), verifier)).body
  }
  const [given, kept] = [await allow(board), await allow(other)]
  const consents = async () =>
    (await ask(app, { access_token: console }, '{ auth { consents { name icon scopes applicationId } } }'))
      .consents as { name: string; scopes: string[]; applicationId: string }[]
  expect((await consents()).find(({ applicationId }) => applicationId === board.id)).toMatchObject({
    ...{ name: '堆场看板', icon: `/api/icons/${'ab'.repeat(32)}` },
    scopes: expect.arrayContaining(['profile', 'offline_access']),
  })

  // Withdrawing the consent of another account returns NOT_FOUND.
  expect(await refusal(app, stranger, withdraw(board.id))).toBe('NOT_FOUND')
  expect((await flows.userinfo(given.access_token)).status).toBe(200)
  expect(await ask(app, { access_token: console }, withdraw(board.id))).toBe(true)

  expect((await flows.userinfo(given.access_token)).status).toBe(401)
  expect(await flows.introspect(board, given.access_token)).toEqual({ active: false })
  expect(await flows.introspect(board, required(given.refresh_token, 'refresh_token'))).toEqual({
    active: false,
  })
  const refresh = {
    grant_type: 'refresh_token',
    refresh_token: required(given.refresh_token, 'refresh_token'),
  }
  expect((await flows.tokens(board, refresh)).body.error).toBe('invalid_grant')
  const page = await browser.follow(flows.authorize(board).url)
  expect((await browser.details(page)).body).toMatchObject({ step: 'consent', allowed: [] })

  expect((await flows.userinfo(kept.access_token)).status).toBe(200)
  expect((await consents()).map(({ applicationId }) => applicationId)).toEqual([other.id])
})

test('a password change revokes offline access that was granted in other browsers', async () => {
  const person = await givenPerson(app)
  const portal = await givenApplication(app.db)
  const other = createBrowser(app.url)
  await other.signIn({ username: person.phone, password: person.password })
  const { refresh_token } = await flows.signIn(other, portal, asked)
  const change = `mutation { changePassword(oldPassword: "${person.password}", password: "a new Passw0rd of mine") }`
  expect(await ask(app, person, change)).toBe(true)
  const refresh = { grant_type: 'refresh_token', refresh_token: required(refresh_token, 'refresh_token') }
  expect((await flows.tokens(portal, refresh)).body.error).toBe('invalid_grant')
})
