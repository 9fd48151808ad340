import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { freePort } from '../../server/testing/postgres.ts'
import { signInByPassword, signOut } from '../harness/actions.ts'
import { accessibilityFaults, type Look, picture, useConsole } from '../harness/index.ts'
import { ordinary, signInOf } from '../harness/people.ts'

// Tests passkeys with Chromium's virtual authenticator, which approves every request.

const port = await freePort()
const reeve = useConsole({ PORT: String(port), REEVE_PUBLIC_URL: `http://localhost:${port}` }, { demo: true })
const people = [...ordinary]
const someone = () => required(people.shift(), 'item of people')

const panelOf = (page: Page) => page.getByRole('region', { name: /两步验证|Two-step verification/ })

/** Attaches a platform authenticator with user verification to this page. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
  /** Makes the authenticator reject requests, as if the user had clicked Cancel. */
  const refuse = (refuses: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !refuses })
  return { refuse }
}

async function addPasskey(page: Page, name: string) {
  await panelOf(page)
    .getByRole('button', { name: /添加|Add/ })
    .click()
  await page.getByRole('menuitem', { name: /通行密钥|Passkey/ }).click()
  const dialog = page.getByRole('dialog', { name: /添加通行密钥|Add passkey/ })
  await dialog.getByLabel(/名称|Name/).fill(name)
  await dialog.getByRole('button', { name: /^(添加|Add)$/ }).click()
}

test('lets a user add a passkey, and use it after the password or instead of the password', async () => {
  const person = someone()
  const page = await reeve.openAs(signInOf(person))
  await withAuthenticator(page)
  await panelOf(page).getByRole('button', { name: '添加' }).click()
  await page.getByRole('menuitem', { name: '通行密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '添加通行密钥' })
  expect(await dialog.getByLabel('名称').inputValue()).toMatch(/Chrome/)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'passkeys-add')
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByRole('button', { name: '我已保存' }).click()
  await panelOf(page).getByText('通行密钥 · 尚未使用').waitFor()
  await picture(page, 'passkeys')

  // The page reports that this device already has a passkey for the account.
  await addPasskey(page, '再来一个')
  await page.getByText('该设备上已有此账号的通行密钥').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃更改' }).click()

  await signOut(page)
  await signInByPassword(page, signInOf(person))
  await page.getByRole('heading', { name: '两步验证' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'passkeys-step')
  await page.getByRole('button', { name: '使用通行密钥' }).click()
  await panelOf(page)
    .getByText(/通行密钥 · .*使用/)
    .waitFor()

  await signOut(page)
  await page.getByRole('button', { name: '使用通行密钥登录' }).waitFor()
  await picture(page, 'passkeys-sign-in')
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
  await panelOf(page).waitFor()
})

test('reports that a sign-in with a passkey was not completed, and accepts the password instead', async () => {
  const page = await reeve.open('/login')
  const { refuse } = await withAuthenticator(page)
  await refuse(true)
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
  await page.getByText('请先阅读并同意').waitFor()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
  await page.getByText('通行密钥验证未完成').waitFor()
  await signInByPassword(page, signInOf(someone()))
  await panelOf(page).waitFor()
})

test.each<Look>([
  { theme: 'dark', width: 1440 },
  { locale: 'en-US', theme: 'dark', width: 360, height: 780 },
])('the passkey pages are accessible in $theme mode at $width px', async (look) => {
  const name = `passkeys-${look.locale ?? 'zh'}-${look.theme}-${look.width}`
  const page = await reeve.openAs(signInOf(someone()), '/accountInfo/index', look)
  await withAuthenticator(page)
  await addPasskey(page, 'Laptop')
  await page.getByRole('button', { name: /我已保存|I’ve saved them/ }).click()
  await panelOf(page).getByText('Laptop').scrollIntoViewIfNeeded()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, name)
  const entry = await reeve.open('/login', look)
  await entry.getByRole('button', { name: /使用通行密钥登录|Sign in with a passkey/ }).waitFor()
  expect(await accessibilityFaults(entry)).toEqual([])
  await picture(entry, `${name}-sign-in`)
})
