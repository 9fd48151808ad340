import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { freePort } from '../../server/testing/postgres.ts'
import { requestCode, signInByPassword } from '../harness/actions.ts'
import { registerApplication, usePortal } from '../harness/application.ts'
import {
  accessibilityFaults,
  demoPassword,
  type Look,
  picture,
  type Tokens,
  tokensOf,
  useConsole,
} from '../harness/index.ts'
import { ordinary, signInOf } from '../harness/people.ts'
import { addAuthenticatorApp, totp } from '../harness/totp.ts'

// An application requests reauthentication with prompt=login or max_age.

const { redirectUri, start, isBack } = await usePortal()
const port = await freePort()
const reeve = useConsole({ PORT: String(port), REEVE_PUBLIC_URL: `http://localhost:${port}` }, { demo: true })
type Person = (typeof ordinary)[number]
const [plain, withApp, withoutPassword, withoutFactors] = ordinary.filter(
  ({ username, mobilePhone }) => username && mobilePhone,
) as [Person, Person, Person, Person]
const sessions = new Map<Person, Tokens[]>()
let secret: string
let recoveryCodes: string[]
let portal: { id: string; secret: string }

beforeAll(async () => {
  for (const person of [plain, withApp, withoutPassword]) {
    const tokens = () => tokensOf(reeve.server, signInOf(person))
    sessions.set(person, [await tokens(), await tokens(), await tokens()])
  }
  const session = first(required(sessions.get(withApp), 'item of sessions'), 'sessions')
  ;({ secret, recoveryCodes } = await addAuthenticatorApp(reeve.server, session))
  const administrator = { username: 'admin', password: demoPassword }
  portal = await registerApplication(reeve.server, administrator, {
    ...{ name: '数据门户', firstParty: true, redirectUris: [redirectUri] },
    input: { scopes: ['openid', 'profile'] },
  })
  await reeve.server.change(
    `update session set authenticated_at = now() - interval '1 hour'`,
    'update factor set last_step = null',
    `update account set password_hash = null, password_changed_at = null
     where mobile_phone = '${withoutPassword.mobilePhone}'`,
  )
})

const openAs = (person: Person, session = 0, look: Look = {}) =>
  reeve.openAs(
    required(required(sessions.get(person), 'item of sessions')[session], 'item of sessions'),
    start(portal.id, { prompt: 'login' }),
    look,
  )
const isAsked = async (page: Page) => {
  await page.getByRole('heading', { name: '验证身份' }).waitFor()
  await page.getByText('数据门户 要求重新验证您的身份。').waitFor()
}
const goOn = (page: Page) => page.getByRole('button', { name: '验证并继续' }).click()

test('asks for the password if an application sends prompt=login, but not for max_age after a recent verification', async () => {
  const page = await openAs(plain)
  await isAsked(page)
  expect(await page.getByRole('tab').allTextContents()).toEqual(['密码', '短信验证码'])
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'again-password')
  await goOn(page)
  await page.getByText('密码不能为空').waitFor()
  await page.getByLabel('登录密码').fill('not the password')
  await goOn(page)
  await page.getByText('密码不正确').first().waitFor()
  await page.getByLabel('登录密码').fill(demoPassword)
  await goOn(page)
  expect((await isBack(page)).has('code')).toBe(true)
  await page.goto(reeve.server.url + start(portal.id, { max_age: '600' }))
  expect((await isBack(page)).has('code')).toBe(true)
})

test('accepts an authenticator app code when an application requests reauthentication', async () => {
  const page = await openAs(withApp)
  await isAsked(page)
  expect(await page.getByRole('tab').allTextContents()).toEqual(['身份验证器', '恢复码'])
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'again-app')
  await page.getByLabel('动态验证码').fill('000000')
  await goOn(page)
  await page.getByText('验证码错误或已使用').waitFor()
  await page.getByLabel('动态验证码').fill(totp(secret, 1))
  await goOn(page)
  expect((await isBack(page)).has('code')).toBe(true)
})

test('accepts a recovery code when an application requests reauthentication', async () => {
  const page = await openAs(withApp, 1)
  await isAsked(page)
  await page.getByRole('tab', { name: '恢复码' }).click()
  await page.getByRole('textbox', { name: '恢复码' }).fill(first(recoveryCodes, 'recoveryCodes'))
  await goOn(page)
  expect((await isBack(page)).has('code')).toBe(true)
})

test('reauthenticates a user without a password by SMS code, or by passkey if the user has one', async () => {
  const page = await openAs(withoutPassword)
  await isAsked(page)
  const code = await requestCode(
    page,
    reeve.server.newestCode,
    required(withoutPassword.mobilePhone, 'mobilePhone'),
  )
  await page.getByLabel('验证码', { exact: true }).fill(code)
  await goOn(page)
  expect((await isBack(page)).has('code')).toBe(true)

  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
  await page.goto(`${reeve.server.url}/accountInfo/index`)
  await page.getByRole('button', { name: '添加两步验证方式' }).click()
  await page.getByRole('menuitem', { name: '通行密钥' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '添加', exact: true }).click()
  await page.getByRole('button', { name: '我已保存' }).click()
  // Continue in an older session, in which the user must verify their identity again.
  await page.context().clearCookies()
  await page.evaluate(
    ({ access_token, refresh_token }) => {
      localStorage.setItem('token', access_token)
      localStorage.setItem('refresh_token', refresh_token)
    },
    required(required(sessions.get(withoutPassword), 'item of sessions')[1], 'item of sessions'),
  )
  await page.goto(reeve.server.url + start(portal.id, { prompt: 'login' }))
  await isAsked(page)
  expect(await page.getByRole('tab').allTextContents()).toEqual(['通行密钥', '恢复码'])
  await picture(page, 'again-passkey')
  await goOn(page)
  expect((await isBack(page)).has('code')).toBe(true)
})

/** Exchanges the authorization code in the page's URL for tokens, and returns the ID token. */
async function idTokenOf(page: Page): Promise<string> {
  const code = required((await isBack(page)).get('code'), 'code')
  const answer = await fetch(`${reeve.server.url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${portal.id}:${portal.secret}`)}` },
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      code_verifier: 'x'.repeat(43),
    }),
  })
  const { id_token } = (await answer.json()) as { id_token?: string }
  return required(id_token, 'id_token')
}

test('if an application requests a different account than the signed-in one, offers to switch accounts', async () => {
  const theirs = await reeve.openAs(signInOf(plain), start(portal.id))
  const id_token_hint = await idTokenOf(theirs)
  const page = await reeve.openAs(signInOf(withoutFactors), start(portal.id, { id_token_hint }))
  await page.getByRole('heading', { name: '请换个账号登录' }).waitFor()
  await page.getByText('数据门户 需要使用另一个账号').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'other-account')
  await page.getByRole('button', { name: '换个账号登录' }).click()
  await signInByPassword(page, signInOf(plain))
  expect((await isBack(page)).has('code')).toBe(true)
  await page.goto(reeve.server.url + start(portal.id, { id_token_hint }))
  expect((await isBack(page)).has('code')).toBe(true)
})

test.each<Look>([
  { theme: 'dark', width: 1440 },
  { locale: 'en-US', theme: 'light', width: 360, height: 780 },
])('shows an accessible reauthentication page in $theme mode at $width px', async (look) => {
  const page = await openAs(withApp, 2, look)
  await page.getByRole('tab').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, `again-app-${look.theme}-${look.width}`)
  await page.getByRole('tab').last().click()
  expect(await accessibilityFaults(page)).toEqual([])
})
