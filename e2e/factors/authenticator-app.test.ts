import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { signInByPassword } from '../harness/actions.ts'
import { accessibilityFaults, type Look, picture, tokensOf, useConsole } from '../harness/index.ts'
import { ordinary, signInOf } from '../harness/people.ts'
import { totp } from '../harness/totp.ts'

// A user adds an authenticator app, signs in with it, and removes it.

const reeve = useConsole({}, { demo: true })
const people = [...ordinary]
const someone = () => required(people.shift(), 'item of people')

const panelOf = (page: Page) => page.getByRole('region', { name: /两步验证|Two-step verification/ })

async function beginTotp(page: Page) {
  await panelOf(page)
    .getByRole('button', { name: /添加|Add/ })
    .click()
  await page.getByRole('menuitem', { name: /身份验证器|Authenticator app/ }).click()
}

/** Adds an authenticator app on the account page. Returns the secret and the code that was entered. */
async function setUp(page: Page, name: string) {
  await beginTotp(page)
  const dialog = page.getByRole('dialog', { name: '添加身份验证器' })
  await dialog.getByRole('img', { name: '身份验证器二维码' }).waitFor()
  const secret = required(await dialog.locator('code').textContent(), 'text content')
  const code = totp(secret)
  await dialog.getByLabel('动态验证码').fill(code)
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  return { secret, code }
}

/** Signs in with the password, up to the step that asks for the second factor. */
async function atSecondStep(who: { username: string; password: string }, look: Look = {}) {
  const page = await reeve.open('/login', look)
  if (look.locale === 'en-US') {
    await page.getByLabel('Username or phone').fill(who.username)
    await page.getByRole('textbox', { name: 'Password' }).fill(who.password)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor()
  } else {
    await signInByPassword(page, who)
    await page.getByRole('heading', { name: '两步验证' }).waitFor()
  }
  return page
}

const isIn = (page: Page) => panelOf(page).waitFor()

test('asks for an authenticator app code at sign-in, and accepts a recovery code instead', async () => {
  const person = someone()
  const page = await reeve.openAs(signInOf(person))
  await panelOf(page).getByText('开启后').waitFor()
  await panelOf(page).getByText('当前地址不支持通行密钥').waitFor()
  await picture(page, 'factors-none')
  await beginTotp(page)
  const dialog = page.getByRole('dialog', { name: '添加身份验证器' })
  await dialog.getByRole('img', { name: '身份验证器二维码' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'factors-add')
  await dialog.getByRole('button', { name: '取消' }).click()
  await dialog.waitFor({ state: 'hidden' })

  const { secret, code } = await setUp(page, '我的手机')
  const codes = page.getByRole('dialog', { name: '恢复码' })
  await codes.waitFor()
  const shown = await codes.locator('li').allTextContents()
  expect(shown).toHaveLength(10)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'factors-codes')
  // The focus is on the Copy button, so a second Enter does not close the dialog. Esc does not close it
  // either.
  expect(await codes.getByRole('button', { name: '复制' }).evaluate((each) => each.matches(':focus'))).toBe(
    true,
  )
  await page.keyboard.press('Escape')
  await codes.getByRole('button', { name: '我已保存' }).click()
  await codes.waitFor({ state: 'hidden' })
  await panelOf(page).getByText('我的手机').waitFor()
  await panelOf(page).getByText('还剩 10 个').waitFor()
  await picture(page, 'factors')

  const again = await atSecondStep(signInOf(person))
  expect(await accessibilityFaults(again)).toEqual([])
  await picture(again, 'sign-in-factor')
  await again.getByRole('button', { name: '验证并登录' }).click()
  await again.getByText('请输入动态验证码').first().waitFor()
  await again.getByLabel('动态验证码').fill(code)
  await again.keyboard.press('Enter')
  await again.getByText('验证码错误或已使用').waitFor()
  await again.getByLabel('动态验证码').fill(totp(secret, 1))
  await again.keyboard.press('Enter')
  await isIn(again)

  const lost = await atSecondStep(signInOf(person))
  await lost.getByRole('button', { name: '使用恢复码' }).click()
  await lost.getByLabel('恢复码').fill('AAAA-AAAA-AAAA-AAAA')
  await lost.keyboard.press('Enter')
  await lost.getByText('恢复码错误或已使用').waitFor()
  await lost.getByLabel('恢复码').fill(required(shown[3], 'item of shown').toLowerCase())
  await picture(lost, 'sign-in-recovery')
  await lost.getByRole('button', { name: '验证并登录' }).click()
  await isIn(lost)
  await panelOf(lost).getByText('还剩 9 个').waitFor()
})

test('restarts the sign-in after too many wrong codes for the second factor', async () => {
  const person = someone()
  const page = await reeve.openAs(signInOf(person))
  await setUp(page, '手机')
  await page.getByRole('dialog', { name: '恢复码' }).waitFor()
  const again = await atSecondStep(signInOf(person))
  for (let tries = 0; tries < 5; tries += 1) {
    await again.getByLabel('动态验证码').fill('000000')
    const answered = again.waitForResponse((response) => response.url().endsWith('/token'))
    await again.keyboard.press('Enter')
    await answered
    await again.getByText('验证码错误或已使用').waitFor()
  }
  await again.getByLabel('动态验证码').fill('000000')
  await again.keyboard.press('Enter')
  await again.getByText('验证已超时，请重新登录').waitFor()
  await again.getByRole('heading', { name: '登录 Reeve' }).waitFor()
})

test('lets a user rename and remove a second factor, and accepts the password alone after the removal', async () => {
  const person = someone()
  const page = await reeve.openAs(signInOf(person))
  await setUp(page, '旧手机')
  await page.getByRole('button', { name: '我已保存' }).click()
  await panelOf(page)
    .getByRole('button', { name: /旧手机/ })
    .click()
  await page.getByRole('menuitem', { name: '重命名' }).click()
  await page.getByRole('dialog').getByLabel('名称').fill('办公室的手机')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await panelOf(page).getByText('办公室的手机').waitFor()
  await panelOf(page)
    .getByRole('button', { name: /办公室的手机/ })
    .click()
  await page.getByRole('menuitem', { name: '移除' }).click()
  await page.getByRole('dialog').getByText('“办公室的手机”将无法再用于登录').waitFor()
  await page.getByRole('dialog').getByText('这是最后一种验证方式').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
  await page.getByText('已移除“办公室的手机”').waitFor()
  await panelOf(page).getByText('开启后').waitFor()
  await tokensOf(reeve.server, signInOf(person))
})

test('a user who generates new recovery codes gets different codes', async () => {
  const person = someone()
  const page = await reeve.openAs(signInOf(person))
  await setUp(page, '手机')
  const shown = page.getByRole('dialog', { name: '恢复码' }).locator('li')
  await shown.first().waitFor()
  const old = await shown.allTextContents()
  await page.getByRole('button', { name: '我已保存' }).click()
  await panelOf(page).getByRole('button', { name: '重新生成' }).click()
  await page.getByRole('dialog', { name: '重新生成恢复码' }).getByRole('button', { name: '重新生成' }).click()
  const fresh = page.getByRole('dialog', { name: '恢复码', exact: true }).locator('li')
  await fresh.first().waitFor()
  expect(await fresh.allTextContents()).not.toContain(old[0])
})

test.each<Look>([
  { theme: 'dark', width: 1440 },
  { locale: 'en-US', width: 360, height: 780 },
  { locale: 'en-US', theme: 'dark', width: 360, height: 780 },
])('the authenticator app pages are accessible with %o', async (look) => {
  const person = someone()
  const name = `factors-${look.locale ?? 'zh'}-${look.theme ?? 'light'}-${look.width}`
  const setting = await reeve.openAs(signInOf(person))
  await setUp(setting, 'iPhone')
  await setting.getByRole('button', { name: '我已保存' }).click()
  const page = await reeve.openAs(await sessionOf(setting), '/accountInfo/index', look)
  await panelOf(page).scrollIntoViewIfNeeded()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, name)
  await panelOf(page)
    .getByRole('button', { name: /iPhone/ })
    .click()
  await page.getByRole('menuitem', { name: /移除|Remove/ }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await beginTotp(page)
  await page
    .getByRole('dialog')
    .getByRole('img', { name: /QR|二维码/ })
    .waitFor()
  await picture(page, `${name}-add`)
  const step = await atSecondStep(signInOf(person), look)
  expect(await accessibilityFaults(step)).toEqual([])
  await picture(step, `${name}-sign-in`)
})

/** Returns the tokens that the page has stored. */
const sessionOf = (page: Page) =>
  page.evaluate(() => ({
    access_token: localStorage.getItem('token') ?? '',
    refresh_token: localStorage.getItem('refresh_token') ?? '',
  }))
