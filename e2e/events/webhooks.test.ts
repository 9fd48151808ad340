import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { first } from '../../contract/required.ts'
import { json, listen } from '../../server/testing/http-server.ts'
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

const reeve = useConsole({ REEVE_WEBHOOK_NETWORKS: '127.0.0.1' }, { demo: true })
// The first organization is not used, because it already has webhooks.
const { owner, name } = organizationOf('FINISH', 5)
const admin = { username: 'admin', password: demoPassword }
const path = '/organizational-management/webhooks'
let tenantId: string

const ask = async (query: string, variables = {}, who = admin) =>
  Object.values(await callAs(reeve.server, who, query, variables))[0]

beforeAll(async () => {
  const { data } = await ask('query q($q: String) { queryTenant(q: $q) { data { id } } }', { q: name })
  tenantId = data[0].id
})

const open = (look: Look = {}) => openIn(reeve, signInOf(owner), { id: tenantId, name }, path, look)
const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click()
const detailOf = (page: Page) => page.getByRole('region', { name: /^(推送详情|Delivery)$/ })

const save = (id: string) =>
  ask(
    'mutation m($id: ID, $tenantId: ID) { saveDeviceByPalgo(id: $id, tenantId: $tenantId, name: "泵") { id } }',
    {
      id,
      tenantId,
    },
  )

test('lets an owner create and test a webhook, and repeat a failed delivery', async () => {
  let status = 200
  const receiver = await listen((_received, response) => json(response, { status }, status))
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  const page = await open()
  await page.getByText('暂无 Webhook').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await press(page, '新建 Webhook')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('地址').fill('http://10.0.0.1/')
  await dialog.getByRole('button', { name: '新建 Webhook' }).click()
  await dialog.getByText('请至少选择一种事件').waitFor()
  await dialog.getByLabel('设备', { exact: true }).check()
  await dialog.getByRole('button', { name: '新建 Webhook' }).click()
  await dialog.getByText('须为 https 地址', { exact: false }).waitFor()
  await dialog.getByLabel('地址').fill(`http://${receiver.host}/hook`)
  await dialog.getByRole('button', { name: '新建 Webhook' }).click()
  await dialog.getByText(/^whsec_/).waitFor()
  // A second Enter does not close the dialog, because the focus is on the Copy button.
  expect(
    await dialog.getByRole('button', { name: '复制密钥' }).evaluate((each) => each.matches(':focus')),
  ).toBe(true)
  await dialog.getByRole('button', { name: '我已保存，关闭' }).click()
  await dialog.waitFor({ state: 'detached' })

  await press(page, '发送测试事件')
  await page.getByRole('cell', { name: 'webhook.test' }).waitFor()
  await detailOf(page).getByText('1 次，', { exact: false }).waitFor()
  expect(JSON.parse(first(receiver.received, 'received').body).type).toBe('webhook.test')

  status = 503
  await save('E2E:HOOKED')
  const row = page.getByRole('row').filter({ hasText: 'device.registered' })
  await row.getByText('503').waitFor()
  await row.getByRole('cell', { name: '泵' }).waitFor()
  await press(page, 'device.registered')
  await detailOf(page).getByText('HTTP 503').first().waitFor()
  await page.getByText('1 个事件等待中').waitFor()
  await page.getByRole('img', { name: '最近 24 小时送达 1 个，失败', exact: false }).waitFor()
  await picture(page, 'webhooks-failing')
  await page.getByText('失败 1', { exact: true }).click()
  await page.getByRole('cell', { name: 'webhook.test' }).waitFor({ state: 'detached' })
  await page.getByText('全部', { exact: true }).click()
  await press(page, 'device.registered')
  // A row shows the number of new deliveries. When the user clicks the row, the list shows these deliveries.
  await press(page, '发送测试事件')
  await press(page, '1 条新推送')
  await page.getByRole('cell', { name: 'webhook.test' }).nth(1).waitFor()
  await press(page, 'device.registered')
  status = 200
  await press(page, '重新推送')
  await page.getByRole('row').filter({ hasText: 'device.registered' }).getByText('200').waitFor()
  // By now, the server has also retried the delivery of the test event.
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids.lastIndexOf(ids[1])).toBeGreaterThan(1)

  await press(page, '停用')
  await page.getByText('起停用', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: '重新推送' }).isDisabled()).toBe(true)
  await press(page, '启用')
  await page.getByText('已启用', { exact: true }).waitFor()
})

const english = { locale: 'en-US', theme: 'dark' } as const

test.each([
  ['zh-light', {}],
  ['en-dark', english],
  ['phone-zh-light', { width: 360, height: 780 }],
  ['phone-en-dark', { ...english, width: 360, height: 780 }],
  ['tablet-en-dark', { ...english, width: 900, height: 1024 }],
] as [string, Look][])('the webhook pages are accessible and do not overflow (%s)', async (look, given) => {
  const page = await open(given)
  const narrow = given.width !== undefined
  await (narrow ? page.getByRole('table') : detailOf(page)).waitFor()
  await page.getByRole('img', { name: /24/ }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await picture(page, `webhooks-${look}`)
  if (!narrow) return
  await page.getByRole('button', { name: /^(新建 Webhook|New webhook)$/ }).click()
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, `webhooks-${look}-new`)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // On a narrow screen, a drawer over the list shows the details.
  await page.getByRole('button', { name: 'device.registered' }).click()
  await detailOf(page).getByText('E2E:HOOKED', { exact: false }).first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, `webhooks-${look}-detail`)
  await page.keyboard.press('Escape')
  await detailOf(page).waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('delivery=')
})

test('shows an error with a retry button if the webhooks cannot be loaded', async () => {
  reeve.expectPrinted(/503/)
  const page = await open()
  await detailOf(page).waitFor()
  let broken = true
  await page.route(/graphql/, (route) =>
    broken && route.request().postData()?.includes('listWebhook')
      ? route.fulfill({ status: 503, contentType: 'application/json', body: '{}' })
      : route.continue(),
  )
  await page.reload()
  await page.getByText('Webhook 加载失败').waitFor()
  broken = false
  await press(page, '重试')
  await detailOf(page).waitFor()
})

test('lets an owner delete a webhook', async () => {
  const page = await open()
  await press(page, '删除')
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await page.getByText('暂无 Webhook').waitFor()
})
