import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenidServer, startOpenidServer } from '../../server/testing/identity-sources/openid.ts'
import { absent, accessibilityFaults, adminPassword, phone, picture, useConsole } from '../harness/index.ts'

// An administrator adds sign-in methods, tests them, changes their order, disables one and deletes it.

const reeve = useConsole({ REEVE_IDENTITY_NETWORKS: '127.0.0.1' })
const admin = { username: 'admin', password: adminPassword }
const path = '/all-management/sign-in-methods'
let provider: OpenidServer
beforeAll(async () => {
  provider = await startOpenidServer()
})
afterAll(() => provider[Symbol.asyncDispose]())

const rowNames = (page: Page) =>
  page
    .getByRole('table', { name: /^(登录方式列表|Sign-in methods)$/ })
    .getByRole('link')
    .allTextContents()

async function choose(page: Page, kind: RegExp) {
  await page.getByRole('button', { name: '添加登录方式' }).click()
  await page.getByRole('dialog').getByRole('button', { name: kind }).click()
}

test('adds an OpenID provider after a failed test, and changes its settings', async () => {
  const page = await reeve.openAs(admin, path)
  await page.getByText('还没有其他登录方式').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await choose(page, /^OpenID Connect/)
  await page.getByRole('heading', { name: '添加登录方式：OpenID Connect' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByText('请输入名称').waitFor()
  await page.getByLabel('名称').fill('集团统一认证')
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client ID').fill(provider.client.id)
  await page.getByLabel('Client Secret').fill('wrong')
  await page.getByRole('button', { name: '测试' }).click()
  const steps = page.getByRole('list', { name: '连接测试' })
  await steps.getByRole('img', { name: '失败' }).waitFor()
  await picture(page, 'sign-in-method-failed-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('Client Secret').fill(provider.client.secret)
  await page.getByRole('button', { name: '重新测试' }).click()
  await absent(steps.getByRole('img', { name: '失败' }), { after: steps.getByText(/\d+ ms/).first() })
  await page.getByText(`${reeve.server.url}/realms/reeve/broker/sso/endpoint`).waitFor()

  await page.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByText('已添加集团统一认证').waitFor()
  await page.getByRole('heading', { name: '集团统一认证', level: 1 }).waitFor()
  await page.getByLabel(/Client Secret 已保存/).waitFor()
  await page.getByRole('radio', { name: '自动创建账号' }).check()
  await page.getByRole('radio', { name: '信任提供商的验证结果' }).check()
  await picture(page, 'sign-in-method-light-zh-1440')
  await page.getByRole('link', { name: '登录方式' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).last().click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('已保存').first().waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('radio', { name: '自动创建账号' }).isChecked()).toBe(true)
})

test('changes the order with the keyboard and the menu, and undoes a change', async () => {
  const page = await reeve.openAs(admin, path)
  await choose(page, /^飞书/)
  await page.getByLabel('名称').fill('景诺研究院飞书')
  await page.getByLabel('App ID').fill('cli_a6f1c08d2e5b900c')
  await page.getByLabel('App Secret').fill('a-secret')
  await page.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByText('已添加景诺研究院飞书').waitFor()
  await page.goto(reeve.server.url + path)
  const grip = page.getByRole('button', { name: '调整景诺研究院飞书的顺序' })
  await grip.waitFor()
  expect(await rowNames(page)).toEqual(['集团统一认证', '景诺研究院飞书'])
  await picture(page, 'sign-in-methods-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])

  await grip.press('Alt+ArrowUp')
  await expect.poll(() => rowNames(page)).toEqual(['景诺研究院飞书', '集团统一认证'])
  await page.getByText('顺序已保存').waitFor()
  expect(await grip.evaluate((each) => each === document.activeElement)).toBe(true)
  await page.reload()
  await expect.poll(() => rowNames(page)).toEqual(['景诺研究院飞书', '集团统一认证'])
  await page.getByRole('button', { name: '集团统一认证的更多操作' }).click()
  await page.getByRole('menuitem', { name: '上移' }).click()
  await expect.poll(() => rowNames(page)).toEqual(['集团统一认证', '景诺研究院飞书'])
  await page.getByRole('button', { name: '撤销' }).click()
  await expect.poll(() => rowNames(page)).toEqual(['景诺研究院飞书', '集团统一认证'])
})

test('disables and deletes a sign-in method, also on a phone and in English', async () => {
  const page = await reeve.openAs(admin, path, { ...phone, locale: 'en-US' })
  await page.getByRole('link', { name: '景诺研究院飞书' }).waitFor()
  await picture(page, 'sign-in-methods-390')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: '景诺研究院飞书' }).click()
  await page.getByRole('heading', { name: '景诺研究院飞书', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByText('Disabled', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('景诺研究院飞书')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => rowNames(page).then(({ length }) => length)).toBe(1)
})
