import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { json, listen } from '../../server/testing/http-server.ts'
import { registerApplication } from '../harness/application.ts'
import {
  absent,
  accessibilityFaults,
  callAs,
  demoPassword,
  type Look,
  picture,
  useConsole,
} from '../harness/index.ts'
import { openIn } from '../harness/navigation.ts'
import { organizationOf, signInOf } from '../harness/people.ts'

// Tests the webhooks page, filtered by an application or a service account.

const reeve = useConsole({ REEVE_WEBHOOK_NETWORKS: '127.0.0.1' }, { demo: true })
const { owner, name } = organizationOf('FINISH')
const admin = { username: 'admin', password: demoPassword }
let tenantId: string
let applicationId: string

const ask = async (query: string, variables = {}) =>
  Object.values(await callAs(reeve.server, admin, query, variables))[0]

beforeAll(async () => {
  const { data } = await ask('query q($q: String) { queryTenant(q: $q) { data { id } } }', { q: name })
  tenantId = data[0].id
  const redirectUris = ['https://board.example.com/callback']
  const registration = { name: '堆场看板', redirectUris, input: { tenantIds: [tenantId] } }
  applicationId = (await registerApplication(reeve.server, admin, registration)).id
})

const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click()

/** Creates a webhook whose receiver runs on this machine, and waits for a delivered event. */
async function make(page: Page, group: string, happen: () => Promise<unknown>) {
  const receiver = await listen((_received, response) => json(response, {}))
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  await press(page, '新建 Webhook')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('地址').fill(`http://${receiver.host}/hook`)
  await dialog.getByLabel(group, { exact: true }).check()
  await absent(dialog.getByText('tenant.applied'), { after: dialog.getByLabel(group, { exact: true }) })
  await dialog.getByRole('button', { name: '新建 Webhook' }).click()
  await dialog.getByText(/^whsec_/).waitFor()
  await dialog.getByRole('button', { name: '我已保存，关闭' }).click()
  await happen()
  await page.getByRole('cell', { name: 'device.registered' }).waitFor()
}

const save = (id: string) =>
  ask(
    'mutation m($id: ID!, $tenantId: ID) { saveDeviceByPalgo(id: $id, tenantId: $tenantId, name: "泵") { id } }',
    { id, tenantId },
  )

test('lets an administrator create a webhook for one application, and links the webhook page to the application', async () => {
  const page = await reeve.openAs(admin, `/all-management/application-management/${applicationId}`)
  await page.getByRole('main').getByRole('link', { name: 'Webhook', exact: true }).click()
  await page.getByText('与该应用有关', { exact: false }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'application-webhooks-empty')
  await make(page, '设备', () => save('E2E:OF-APPLICATION'))
  expect(page.url()).toContain(applicationId)
  await page.getByRole('link', { name: '应用：堆场看板' }).click()
  await page.getByRole('heading', { name: '堆场看板' }).waitFor()
  await page.goto('/all-management/webhooks')
  await page.getByText('全平台事件').waitFor()
  await absent(page.getByRole('main').getByText('127.0.0.1'), {
    after: page.getByRole('main').getByText('assets.reeve.example').first(),
  })
})

test('lets an owner create a webhook for the events of a service account', async () => {
  const create =
    'mutation m($tenantId: ID!) { createServiceAccount(tenantId: $tenantId, name: "数据同步", authCodes: ["data_view"]) { application { id } } }'
  await ask(create, { tenantId })
  const path = '/organizational-management/service-accounts'
  const page = await openIn(reeve, signInOf(owner), { id: tenantId, name }, path)
  const link = page.getByRole('link', { name: 'Webhook：数据同步' })
  await link.waitFor()
  await picture(page, 'service-accounts-webhooks-link')
  await page.setViewportSize({ width: 360, height: 780 })
  await picture(page, 'service-accounts-webhooks-link-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await link.click()
  await page.getByText('暂无 Webhook').waitFor()
  await make(page, '设备', () => save('E2E:OF-SERVICE'))
  await page.getByRole('link', { name: '服务账号：数据同步' }).click()
  await page.getByRole('heading', { name: '服务账号' }).first().waitFor()
})

const english = { locale: 'en-US', theme: 'dark' } as const
const looks: [string, Look][] = [
  ['zh-light', {}],
  ['en-dark', english],
  ['tablet-zh-light', { width: 768, height: 1024 }],
  ['phone-zh-light', { width: 360, height: 780 }],
  ['phone-en-dark', { ...english, width: 360, height: 780 }],
]

test.each(looks)('the webhook pages of an application are accessible (%s)', async (look, given) => {
  const page = await reeve.openAs(admin, `/all-management/webhooks?application=${applicationId}`, given)
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  await page.getByRole('table').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await fits()).toBe(true)
  await picture(page, `application-webhooks-${look}`)
  await page
    .getByRole('link', { name: /堆场看板/ })
    .first()
    .click()
  await page.getByRole('heading', { name: '堆场看板' }).waitFor()
  expect(await fits()).toBe(true)
  await picture(page, `application-with-webhooks-${look}`)
})

test('the webhook page shows an error if the application in the URL does not exist', async () => {
  const page = await reeve.openAs(admin, `/all-management/webhooks?application=${tenantId}`)
  await absent(page.getByRole('button', { name: '新建 Webhook' }), { after: page.getByText('应用不存在') })
  await absent(page.getByRole('table'), { after: page.getByText('应用不存在') })
})
