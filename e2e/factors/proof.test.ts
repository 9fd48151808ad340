import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { freePort } from '../../server/testing/postgres.ts'
import {
  accessibilityFaults,
  type Look,
  picture,
  reconnect,
  type Tokens,
  tokensOf,
  useConsole,
} from '../harness/index.ts'
import { ordinary, signInOf } from '../harness/people.ts'
import { addAuthenticatorApp, totp } from '../harness/totp.ts'

// A user with second factors verifies their identity in a session that is older than ten minutes.

const port = await freePort()
const reeve = useConsole({ PORT: String(port), REEVE_PUBLIC_URL: `http://localhost:${port}` }, { demo: true })
const person = required(ordinary[3], 'item of ordinary')
const sessions: Tokens[] = []
let secret: string
let recoveryCodes: string[]

beforeAll(async () => {
  for (let count = 0; count < 6; count += 1) sessions.push(await tokensOf(reeve.server, signInOf(person)))
  ;({ secret, recoveryCodes } = await addAuthenticatorApp(reeve.server, first(sessions, 'sessions')))
  await reeve.server.change(
    `update session set authenticated_at = now() - interval '1 hour'`,
    'update factor set last_step = null',
  )
})

/** Starts the generation of new recovery codes, for which the user must verify their identity. */
async function begin(page: Page) {
  const panel = page.getByRole('region', { name: /两步验证|Two-step verification/ })
  await panel.getByRole('button', { name: /重新生成|Generate new codes/ }).click()
  await page
    .getByRole('dialog', { name: /重新生成恢复码|Generate new recovery codes/ })
    .getByRole('button', { name: /重新生成|Generate new codes/ })
    .click()
  return page.getByRole('dialog', { name: /验证身份|Confirm it’s you/ })
}
const codesAreShown = (page: Page) =>
  page.getByRole('dialog', { name: /^(恢复码|Recovery codes)$/ }).waitFor()

test('verifies a user’s identity by app code, recovery code or passkey, and reports wrong input', async () => {
  const page = await reeve.openAs(required(sessions[1], 'item of sessions'))
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })

  const question = await begin(page)
  await question.getByRole('tab', { name: '身份验证器' }).waitFor()
  expect(await question.getByRole('tab').allTextContents()).toEqual(['身份验证器', '恢复码'])
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'proof-factor-app')
  await question.getByRole('button', { name: '验证并继续' }).click()
  await question
    .getByText(/验证码/)
    .first()
    .waitFor()
  await question.getByLabel('动态验证码').fill('000000')
  await page.keyboard.press('Enter')
  await question.getByText('验证码错误或已使用').waitFor()
  await picture(page, 'proof-factor-wrong')
  await question.getByRole('tab', { name: '恢复码' }).click()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'proof-factor-recovery')
  await question.getByRole('button', { name: '验证并继续' }).click()
  await question.getByText('请输入恢复码').waitFor()
  reeve.expectPrinted(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await question.getByRole('textbox', { name: '恢复码' }).fill(first(recoveryCodes, 'recoveryCodes'))
  await page.keyboard.press('Enter')
  await question.getByText(/无法连接服务器/).waitFor()
  await picture(page, 'proof-factor-unreachable')
  await reconnect(page)
  await question.getByRole('tab', { name: '身份验证器' }).click()
  await question.getByLabel('动态验证码').fill(totp(secret))
  await page.keyboard.press('Enter')
  await codesAreShown(page)
  const fresh = await page.getByRole('dialog', { name: '恢复码' }).locator('li').allTextContents()
  await page.getByRole('button', { name: '我已保存' }).click()

  // Add a passkey, and make the session older than ten minutes again.
  await page.getByRole('button', { name: '添加两步验证方式' }).click()
  await page.getByRole('menuitem', { name: '通行密钥' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '添加', exact: true }).click()
  await page.getByText('通行密钥已添加').waitFor()
  const goOnIn = async (tokens: Tokens) => {
    await page.evaluate(({ access_token, refresh_token }) => {
      localStorage.setItem('token', access_token)
      localStorage.setItem('refresh_token', refresh_token)
    }, tokens)
    await page.reload()
  }
  await goOnIn(required(sessions[2], 'item of sessions'))
  await begin(page)
  await question.getByRole('tab', { name: '通行密钥' }).waitFor()
  expect(await question.getByRole('tab').allTextContents()).toEqual(['通行密钥', '身份验证器', '恢复码'])
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'proof-factor-passkey')
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await question.getByRole('button', { name: '验证并继续' }).click()
  await question.getByText('通行密钥验证未完成').waitFor()
  await picture(page, 'proof-factor-passkey-refused')
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await question.getByRole('button', { name: '验证并继续' }).click()
  await codesAreShown(page)
  const last = await page.getByRole('dialog', { name: '恢复码' }).locator('li').allTextContents()
  expect(last).not.toEqual(fresh)
  await page.getByRole('button', { name: '我已保存' }).click()

  await goOnIn(required(sessions[3], 'item of sessions'))
  await begin(page)
  await question.getByRole('tab', { name: '恢复码' }).click()
  await question.getByRole('textbox', { name: '恢复码' }).fill(first(last, 'last'))
  await page.keyboard.press('Enter')
  await codesAreShown(page)
})

test.each<[number, Look]>([
  [4, { theme: 'dark', width: 1440 }],
  [5, { locale: 'en-US', theme: 'dark', width: 360, height: 780 }],
])('shows an accessible identity verification dialog with $1', async (session, look) => {
  const page = await reeve.openAs(required(sessions[session], 'item of sessions'), '/accountInfo/index', look)
  const question = await begin(page)
  await question.getByRole('tab').first().waitFor()
  for (const [index, tab] of (await question.getByRole('tab').all()).entries()) {
    await tab.click()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `proof-factor-${look.theme}-${look.width}-${index}`)
  }
})
