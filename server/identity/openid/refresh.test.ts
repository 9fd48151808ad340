import { beforeAll, beforeEach, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { createFlows, givenApplication, type TestApplication } from '../../testing/applications.ts'
import { type Browser, createBrowser } from '../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../testing/identity.ts'

// Tests refresh tokens of applications.

const server = useIdentity()
let flows: ReturnType<typeof createFlows>
let portal: TestApplication
let browser: Browser
beforeAll(async () => {
  flows = createFlows(server)
  portal = await givenApplication(server.db)
})
beforeEach(async () => {
  browser = createBrowser(server.url)
  await browser.signIn(await setUpAccount(server.db))
})

const offline = { scope: 'openid profile offline_access', prompt: 'consent' }
const refresh = (refresh_token: string) =>
  flows.tokens(portal, { grant_type: 'refresh_token', refresh_token })
/** Makes all token exchanges appear `seconds` older. */
const ago = (seconds: number) =>
  server.db.execute(
    `update issued set consumed_at = now() - interval '${seconds} seconds' where consumed_at is not null`,
  )

test('returns the same new token if a refresh token is used again within five seconds, even concurrently', async () => {
  const { refresh_token: first } = await flows.signIn(browser, portal, offline)
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(required(first, 'first'))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const [second, ...others] = new Set(
    answers.map(({ body }) => required(body.refresh_token, 'refresh_token')),
  )
  expect(others).toEqual([])
  expect(second).not.toBe(first)
  for (const { body } of answers.slice(0, 3))
    expect((await flows.userinfo(body.access_token)).status).toBe(200)
  await ago(5)
  expect((await refresh(required(first, 'first'))).body.refresh_token).toBe(second)
  expect((await refresh(required(second, 'second'))).status).toBe(200)
})

test('revokes all tokens of a sign-in if an old refresh token is used after 10 seconds or after the new one', async () => {
  for (const copied of ['later', 'after the next'] as const) {
    const { refresh_token: first } = await flows.signIn(browser, portal, offline)
    const { body } = await refresh(required(first, 'first'))
    if (copied === 'later') await ago(11)
    else expect((await refresh(required(body.refresh_token, 'refresh_token'))).status).toBe(200)
    expect([copied, (await refresh(required(first, 'first'))).body.error]).toEqual([copied, 'invalid_grant'])
    expect((await refresh(required(body.refresh_token, 'refresh_token'))).status).toBe(400)
    expect((await flows.userinfo(body.access_token)).status).toBe(401)
  }
})

test('accepts a refresh token only from the application to which it was issued', async () => {
  const other = await givenApplication(server.db)
  const scope = 'openid offline_access'
  const { refresh_token } = await flows.signIn(browser, portal, { scope, prompt: 'consent' })
  const form = { grant_type: 'refresh_token', refresh_token: required(refresh_token, 'refresh_token') }
  expect((await flows.tokens(other, form)).body.error).toBe('invalid_grant')
  const single = await givenApplication(server.db, { kind: 'SINGLE_PAGE' })
  expect((await flows.tokens(single, form)).body.error).toBe('invalid_grant')
  expect((await flows.tokens(portal, { ...form, scope: 'openid phone' })).body.error).toBe('invalid_scope')
  expect((await flows.tokens(portal, form)).status).toBe(200)
})
