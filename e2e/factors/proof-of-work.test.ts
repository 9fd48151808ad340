import { expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { absent, accessibilityFaults, phone, picture, useConsole } from '../harness/index.ts'
import { national, ordinary, signInOf } from '../harness/people.ts'

// All requests come from the same network, and the rate limits are low.
const reeve = useConsole({ REEVE_LIMITS: '0.2' }, { demo: true })

const post = (path: string, body: object | URLSearchParams) =>
  fetch(reeve.server.url + path, {
    method: 'POST',
    ...(body instanceof URLSearchParams
      ? { body }
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

/** Expects the errors that the browser logs for rejected requests. */
const refused = () => reeve.expectPrinted(/status of 40[03]/)

test('after several code requests from one network, shows a progress message before the next code is sent', async () => {
  // At this limit, a network can request six codes per hour. Use up three of them.
  for (let n = 0; n < 3; n += 1)
    expect((await post('/RegisterCode', { mobilePhone: `1391234000${n}` })).status).toBe(200)
  refused()
  const person = first(ordinary, 'ordinary')
  const page = await reeve.open('/login', phone)
  let come = () => {}
  const held = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route('**/worker-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('tab', { name: '验证码登录' }).click()
  await page.getByLabel('手机号').fill(national(person))
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByRole('status').filter({ hasText: '正在验证…' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'working-phone')
  come()
  await page.getByLabel('短信验证码').fill(await reeve.server.newestCode(person.mobilePhone))
  await absent(page.getByText('正在验证…'), { after: page.getByLabel('短信验证码') })
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/accountInfo/index')
})

test('requires a proof of work at sign-in after half of the allowed wrong passwords', async () => {
  const person = required(ordinary[1], 'item of ordinary')
  const { username, password } = signInOf(person)
  for (let n = 0; n < 5; n += 1) {
    const wrong = { client_id: 'web', grant_type: 'password', username, password: 'wrong' }
    const answer = await post('/realms/reeve/protocol/openid-connect/token', new URLSearchParams(wrong))
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
  }
  refused()
  reeve.expectPrinted(/ERR_FAILED/)
  const page = await reeve.open('/login', { locale: 'en-US', theme: 'dark' })
  let failures = 0
  await page.route('**/worker-*.js', (route) => (failures++ ? route.continue() : route.abort()))
  await page.getByLabel('Username or phone', { exact: true }).fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/accountInfo/index')
  expect(failures).toBe(2)
})
