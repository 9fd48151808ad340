import { expect, test } from 'vitest'
import { accessibilityFaults, adminPassword, callAs, phone, picture, useConsole } from '../harness/index.ts'

// Who manages applications registers one, replaces its secret, disables it and takes it away.

const reeve = useConsole()
const admin = { username: 'admin', password: adminPassword }
const list = '/all-management/application-management'

test('an application is registered, its secret shown once and replaced, then disabled and deleted', async () => {
  const page = await reeve.openAs(admin, list)
  await page.getByText('还没有应用').waitFor()
  await picture(page, 'applications-none-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /^单页应用/ })
    .click()
  const dialog = page.getByRole('dialog', { name: '新建应用' })
  expect(await dialog.getByLabel('类型').inputValue()).toBe('SINGLE_PAGE')
  await dialog.getByLabel('类型').selectOption('SERVER')
  await dialog.getByLabel('名称').fill('数据门户')
  await dialog.getByLabel('回调地址').fill('http://portal.example.com/callback')
  await dialog.getByRole('button', { name: '新建应用' }).click()
  await dialog.getByText('须为 https 地址').waitFor()
  await dialog.getByLabel('回调地址').fill('https://portal.example.com/callback')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: '新建应用' }).click()
  const shown = page.getByRole('dialog', { name: '数据门户 的密钥' })
  const secret = (await shown.getByText(/^rv_/).textContent())!
  expect(secret).toMatch(/^rv_[\w-]{43}$/)
  await picture(page, 'application-secret-light-zh-1440')
  await shown.getByRole('button', { name: '我已保存，关闭' }).click()

  await page.getByRole('heading', { name: '数据门户' }).waitFor()
  await page.getByRole('navigation', { name: '当前位置' }).getByText('数据门户').waitFor()
  await page.getByText(`rv_…${secret.slice(-4)}`).waitFor()
  expect(await page.getByText(secret).count()).toBe(0)
  await page.getByText('openid-client').first().waitFor()
  await picture(page, 'application-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: '开始轮换' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始轮换' }).click()
  await page.getByRole('button', { name: '我已保存，关闭' }).click()
  await page.getByRole('row', { name: new RegExp(`${secret.slice(-4)}.*将失效`) }).waitFor()
  await page.getByRole('button', { name: `吊销密钥 …${secret.slice(-4)}` }).waitFor()
  await page.getByRole('button', { name: '完成轮换' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '完成轮换' }).click()
  await page.getByText(`已吊销密钥 …${secret.slice(-4)}`).waitFor()

  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await page.getByText('已停用应用 数据门户').waitFor()
  await page.goto(reeve.server.url + list)
  const link = page.getByRole('link', { name: '数据门户', exact: true })
  await link.waitFor()
  await picture(page, 'applications-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: '单页应用 0' }).click()
  await link.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '服务端 1' }).click()
  await link.click()
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('数据门户')
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByText('还没有应用').waitFor()
})

test('the list in English, in the dark, on a phone', async () => {
  await callAs(
    reeve.server,
    admin,
    'mutation { createApplication(kind: SINGLE_PAGE, name: "Yard Board", redirectUris: ["https://yard.example.com/"]) { application { id } } }',
  )
  const page = await reeve.openAs(admin, list, { ...phone, locale: 'en-US', theme: 'dark' })
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  await page.getByText('Yard Board').first().waitFor()
  await picture(page, 'applications-dark-en-390')
  expect(await accessibilityFaults(page)).toEqual([])
})
