import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { picture as drawn } from '../../server/testing/transfer/documents.ts'
import { registerApplication, usePortal } from '../harness/application.ts'
import { absent, accessibilityFaults, adminPassword, phone, picture, useConsole } from '../harness/index.ts'
import { actors } from '../harness/organizations.ts'

// Tests how an administrator registers an application, replaces its secret, disables the application and
// deletes it.

const { start } = await usePortal()
const reeve = useConsole()
const admin = { username: 'admin', password: adminPassword }
const { register, organization } = actors(() => reeve.server)
const list = '/all-management/application-management'

test('lets an administrator register, disable and delete an application, and shows its secret only once', async () => {
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
  await dialog.getByLabel('回调地址', { exact: true }).fill('http://portal.example.com/callback')
  await dialog.getByRole('button', { name: '新建应用' }).click()
  await dialog.getByText('须为 https 地址').waitFor()
  await dialog.getByLabel('回调地址', { exact: true }).fill('https://portal.example.com/callback')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: '新建应用' }).click()
  const shown = page.getByRole('dialog', { name: '数据门户 的密钥' })
  const secret = required(await shown.getByText(/^rv_/).textContent(), 'text content')
  expect(secret).toMatch(/^rv_[\w-]{43}$/)
  await picture(page, 'application-secret-light-zh-1440')
  await shown.getByRole('button', { name: '我已保存，关闭' }).click()

  await page.getByRole('heading', { name: '数据门户' }).waitFor()
  await page.getByRole('navigation', { name: '当前位置' }).getByText('数据门户').waitFor()
  await absent(page.getByText(secret), { after: page.getByText(`rv_…${secret.slice(-4)}`) })
  await page.getByText("from 'openid-client'").waitFor()
  await page.getByLabel('接入的库或程序').selectOption('Grafana')
  await page.getByText('[auth.generic_oauth]').waitFor()
  await picture(page, 'application-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: '开始轮换' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始轮换' }).click()
  await page.getByRole('button', { name: '我已保存，关闭' }).click()
  await page.getByRole('row', { name: new RegExp(`${secret.slice(-4)}.*将失效`) }).waitFor()
  await page.getByRole('button', { name: `吊销密钥 …${secret.slice(-4)}` }).waitFor()
  await page
    .getByRole('button', { name: /^吊销密钥/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByText(`保留的密钥 …${secret.slice(-4)} 将于`)
    .waitFor()
  await page.keyboard.press('Escape')
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
  await page.getByRole('button', { name: '（服务端） 1' }).click()
  await link.click()
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('数据门户')
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByText('还没有应用').waitFor()
})

test('shows an application’s icon and privacy policy to users who sign in to the application', async () => {
  const redirect_uri = 'https://yard.example.com/'
  const { id } = await registerApplication(reeve.server, admin, {
    ...{ kind: 'SINGLE_PAGE', name: '堆场看板', redirectUris: [redirect_uri] },
  })
  const page = await reeve.openAs(admin, `${list}/${id}`)
  await page.getByRole('button', { name: '编辑应用' }).first().click()
  const dialog = page.getByRole('dialog', { name: '编辑应用' })
  const choose = async (name: string, buffer: Buffer) =>
    dialog.locator('input[type="file"]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await choose('small.png', await drawn('png', 40, 40))
  await dialog.getByText('图片过小，至少 64 × 64 像素').waitFor()
  await choose('icon.png', await drawn('png', 200, 200))
  const icon = 'img[src^="/api/icons/"]'
  await dialog.locator(icon).waitFor()
  await dialog.getByLabel('隐私政策').fill('http://yard.example.com/privacy')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText('须为 https 地址').waitFor()
  await dialog.getByLabel('隐私政策').fill('https://yard.example.com/privacy')
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'application-icon-light-zh-1440')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存应用 堆场看板').waitFor()
  await page.locator('header').locator(icon).waitFor()
  await page.getByRole('link', { name: 'https://yard.example.com/privacy' }).waitFor()

  const signIn = await reeve.open(start(id, { redirect_uri }))
  await signIn.getByRole('heading', { name: '继续前往 堆场看板' }).waitFor()
  await signIn.locator('main').locator(icon).waitFor()
  await signIn.locator('header svg image').waitFor()
  await page.goto(reeve.server.url + start(id, { redirect_uri }))
  await page.getByRole('heading', { name: '允许 堆场看板 使用您的账号？' }).waitFor()
  const policy = page.getByRole('link', { name: '隐私政策' }).first()
  expect(await policy.getAttribute('href')).toBe('https://yard.example.com/privacy')
  await absent(page.getByRole('link', { name: '服务条款' }), { after: policy })
  await picture(page, 'continue-consent-icon-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.goto(`${reeve.server.url}${list}/${id}`)
  await page.getByRole('button', { name: '编辑应用' }).first().click()
  await dialog.getByRole('button', { name: '移除图标' }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存应用 堆场看板').waitFor()
  await page.locator(icon).first().waitFor({ state: 'detached' })
})

test('lets an administrator find organizations by name or pinyin, and restrict an application to them', async () => {
  const owner = await register('陈知行')
  await organization(owner, '杭州云帆科技有限公司')
  await organization(owner, '宁波港航有限公司')
  const { id } = await registerApplication(reeve.server, admin, {
    ...{ name: '调度台', redirectUris: ['https://dispatch.example.com/'] },
  })
  const page = await reeve.openAs(admin, `${list}/${id}`)
  const dialog = page.getByRole('dialog', { name: '编辑应用' })
  const open = () => page.getByRole('button', { name: '编辑应用' }).first().click()
  await open()
  const field = dialog.getByRole('combobox', { name: '可用组织' })
  for (const [search, name] of [
    ['云帆', '杭州云帆科技有限公司'],
    ['ningbo', '宁波港航有限公司'],
  ] as const) {
    await field.fill(search)
    await page.getByRole('option', { name }).click()
  }
  await dialog.getByLabel('回调地址', { exact: true }).focus()
  await dialog.getByLabel('groups 声明').fill('{organization}:{role}')
  await dialog.getByText('OWNER').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'application-organizations-light-zh-1440')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存应用 调度台').waitFor()
  const facts = page.getByRole('code')
  await facts.filter({ hasText: '宁波港航有限公司' }).waitFor()

  await open()
  await dialog.getByText('杭州云帆科技有限公司').waitFor()
  await field.press('Backspace')
  await dialog.getByRole('button', { name: '保存' }).click()
  await facts.filter({ hasText: '宁波港航有限公司' }).waitFor({ state: 'detached' })
  await facts.filter({ hasText: '杭州云帆科技有限公司' }).waitFor()
})

test('shows an accessible application list on a phone in English and dark mode', async () => {
  await registerApplication(reeve.server, admin, {
    ...{ kind: 'SINGLE_PAGE', name: 'Yard Board', redirectUris: ['https://yard.example.com/'] },
  })
  const page = await reeve.openAs(admin, list, { ...phone, locale: 'en-US', theme: 'dark' })
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  await page.getByText('Yard Board').first().waitFor()
  await picture(page, 'applications-dark-en-390')
  expect(await accessibilityFaults(page)).toEqual([])
})
