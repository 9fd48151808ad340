import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import {
  accessibilityFaults,
  callAs,
  demoPassword,
  type Look,
  picture,
  useConsole,
} from '../harness/index.ts'
import { openIn } from '../harness/navigation.ts'
import { organizationOf, signInOf } from '../harness/people.ts'

const reeve = useConsole({}, { demo: true })
// The first organization is not used, because it already has service accounts.
const { owner, name } = organizationOf('FINISH', 5)
const path = '/organizational-management/service-accounts'
let tenantId: string

beforeAll(async () => {
  const admin = { username: 'admin', password: demoPassword }
  const list = 'query q($q: String) { queryTenant(q: $q) { data { id } } }'
  const { queryTenant } = (await callAs(reeve.server, admin, list, { q: name })) as {
    queryTenant: { data: { id: string }[] }
  }
  tenantId = first(queryTenant.data, 'data').id
})

const open = (look: Look = {}) => openIn(reeve, signInOf(owner), { id: tenantId, name }, path, look)
const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click()

const tokenOf = (clientId: string, secret: string) =>
  fetch(`${reeve.server.url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })

test('lets an owner create a service account, rotate its secret, and disable and enable the account', async () => {
  const page = await open()
  await page.getByText('还没有服务账号').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'service-accounts-empty')
  await press(page, '新建服务账号')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '新建服务账号' }).click()
  await dialog.getByText('请输入名称').waitFor()
  await dialog.getByLabel('名称').fill('数据同步')
  expect(await dialog.getByLabel('查看数据').isChecked()).toBe(true)
  await dialog.getByLabel('算法运行').check()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'service-accounts-create')
  await dialog.getByRole('button', { name: '新建服务账号' }).click()
  const secret = await dialog.getByText(/^rv_/).textContent()
  const clientId = await dialog.getByText(/^[0-9a-f-]{36}$/).textContent()
  await picture(page, 'service-accounts-secret')
  await dialog.getByRole('button', { name: '我已保存，关闭' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('算法运行').waitFor()

  const answer = await tokenOf(required(clientId, 'clientId'), required(secret, 'secret'))
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const devices = () =>
    fetch(`${reeve.server.url}/api/services/backend/actions/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ queryDevice(tenantId: "${tenantId}") { count } }` }),
    })
  expect(await (await devices()).json()).toEqual({ data: { queryDevice: { count: expect.any(Number) } } })

  await press(page, '轮换密钥：数据同步')
  await dialog.getByRole('button', { name: '开始轮换' }).click()
  const second = await dialog.getByText(/^rv_/).textContent()
  await dialog.getByRole('button', { name: '我已保存，关闭' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await tokenOf(required(clientId, 'clientId'), required(second, 'second'))).status).toBe(200)
  await picture(page, 'service-accounts-rotated')
  await press(page, `吊销 数据同步 的密钥 …${required(secret, 'secret').slice(-4)}`)
  await dialog.getByRole('button', { name: '吊销', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await tokenOf(required(clientId, 'clientId'), required(secret, 'secret'))).status).toBe(401)

  const usage = `{ getApplicationUsage(id: "${clientId}", instants: []) { errors { count } } }`
  await expect
    .poll(async () => (await callAs(reeve.server, signInOf(owner), usage)).getApplicationUsage.errors, {
      timeout: 20_000,
    })
    .toEqual([{ count: 1 }])
  await press(page, '数据同步 的使用情况')
  await dialog.getByText('客户端认证失败：密钥或签名错误').waitFor()
  await dialog.getByText('令牌签发').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'service-accounts-usage')
  await dialog.getByRole('button', { name: '关闭' }).click()
  await dialog.waitFor({ state: 'detached' })

  await press(page, '停用 数据同步')
  await dialog.getByRole('button', { name: '停用', exact: true }).click()
  await page.getByText('已停用', { exact: true }).waitFor()
  expect((await devices()).status).toBe(401)
  await press(page, '启用 数据同步')
  await page.getByText('已启用', { exact: true }).first().waitFor()
  await page.getByText('已停用', { exact: true }).waitFor({ state: 'detached' })
  expect((await devices()).status).toBe(200)
})

test.each([
  ['zh-light', {}],
  ['zh-dark', { theme: 'dark' }],
  ['en-light', { locale: 'en-US' }],
  ['phone-zh-light', { width: 360, height: 780 }],
  ['phone-en-dark', { theme: 'dark', locale: 'en-US', width: 360, height: 780 }],
] as [string, Look][])('the service account pages are accessible (%s)', async (look, given) => {
  const page = await open(given)
  await page.getByText('数据同步').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, `service-accounts-${look}`)
})

test('shows an error with a retry button if the service accounts cannot be loaded', async () => {
  reeve.expectPrinted(/503/)
  const page = await open()
  await page.getByText('数据同步').first().waitFor()
  let broken = true
  await page.route(/graphql/, (route) =>
    broken && route.request().postData()?.includes('listServiceAccount')
      ? route.fulfill({ status: 503, contentType: 'application/json', body: '{}' })
      : route.continue(),
  )
  await page.reload()
  await page.getByText('服务账号加载失败').waitFor()
  broken = false
  await press(page, '重试')
  await page.getByText('数据同步').first().waitFor()
})

test('lets an owner delete a service account', async () => {
  const page = await open()
  await press(page, '删除 数据同步')
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await page.getByText('还没有服务账号').waitFor()
})
