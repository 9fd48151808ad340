import { connectAsync } from 'mqtt'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { first, required } from '../contract/required.ts'
import {
  accessibilityFaults,
  callAs,
  demoPassword,
  type Look,
  loaded,
  picture,
  useConsole,
} from './harness/index.ts'
import { openIn } from './harness/navigation.ts'
import { organizationOf, signInOf } from './harness/people.ts'

// The page of an offline device shows why the device is offline. If the device has never connected, users can
// create new credentials there.

const reeve = useConsole({ REEVE_MQTT_PORT: '0' }, { demo: true })
const { name: tenantName, plain } = organizationOf('FINISH')
const admin = { username: 'admin', password: demoPassword }
const platform = '/all-management/device-management'

const gateway = () => required(reeve.server.gatewayUrl, 'gatewayUrl')
const connect = (id: string, password: string, clientId = id) =>
  connectAsync(gateway(), { clientId, username: id, password, reconnectPeriod: 0, protocolVersion: 4 })
const refused = (id: string, password: string, clientId = id) =>
  expect(connect(id, password, clientId)).rejects.toThrow()

const ask = async (query: string, variables = {}) =>
  Object.values(await callAs(reeve.server, admin, query, variables))[0]
const tenantId = async (): Promise<string> =>
  (await ask('query q($q: String) { queryTenant(q: $q) { data { id } } }', { q: tenantName })).data[0].id
const save = (device: { id: string; name: string; tenantId?: string; expiredDate?: string }) =>
  ask(
    `mutation m($id: ID, $name: String!, $tenantId: ID, $expiredDate: DateTime) {
      saveDeviceByPalgo(id: $id, name: $name, tenantId: $tenantId, expiredDate: $expiredDate) { id } }`,
    device,
  )
const credentialOf = async (id: string): Promise<string> =>
  (await ask('mutation m($id: ID!) { createDeviceCredential(id: $id) { password } }', { id })).password
const state = (id: string) =>
  ask('query q($id: ID!) { device(id: $id) { currentConnect { status } } }', { id })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Connects the device with these credentials, and then disconnects it. */
async function wasThere(id: string, password: string): Promise<void> {
  const device = await connect(id, password)
  await device.endAsync()
  await expect.poll(() => state(id)).toMatchObject({ currentConnect: { status: 'OFFLINE' } })
}

test('shows why connections of a device are rejected, offers new credentials, and reports a later connection', async () => {
  const id = 'PQ3-2404-00317'
  await save({ id, name: '总装车间电能质量分析仪 3' })
  const password = await credentialOf(id)
  await wasThere(id, password)
  const page = await reeve.openAs(admin, `${platform}/${id}`)
  await heading(page, /^连接于 .* 断开，此前在线/).waitFor()
  await page.getByText('离线 · 刚刚').waitFor()

  // The console has created new credentials, but the device still connects with the old ones.
  await credentialOf(id)
  await refused(id, password)
  await heading(page, '连接被拒绝：设备使用旧密码').waitFor()
  await refused(id, password)
  await refused(id, password)
  await page.getByText('均被拒绝', { exact: false }).first().waitFor()
  await page.getByRole('img', { name: /被拒绝/ }).waitFor()
  const row = page.getByRole('region', { name: '被拒绝的连接' }).getByRole('row').nth(1)
  await row.getByText('密码错误').waitFor()
  await expect.poll(() => row.getByRole('cell').last().textContent()).toBe('3')
  expect(await accessibilityFaults(page)).toEqual([])

  await press(page, '重新生成凭证')
  await page.getByRole('dialog').getByRole('button', { name: '生成凭证' }).click()
  await page.getByText('密码仅显示一次', { exact: false }).waitFor()
  const fresh = required(
    (await page.getByRole('dialog').getByRole('definition').allTextContents())[3],
    'item of allTextContents',
  )
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  // The page no longer shows an earlier rejection as the reason.
  await heading(page, /^连接于 .* 断开，此前在线/).waitFor()
  await refused(id, fresh, 'somebody-else')
  await heading(page, '连接被拒绝：Client ID 不符').waitFor()
  const device = await connect(id, fresh)
  await page.getByText('设备已恢复在线').waitFor()
  await heading(page, '连接被拒绝：Client ID 不符').waitFor({ state: 'detached' })
  await device.endAsync()
})

test('shows why a device is offline, with a fix for administrators and a contact for members', async () => {
  const id = 'HC510-2212-00218'
  await save({ id, name: '锦江断面水质微型站', tenantId: await tenantId() })
  await wasThere(id, await credentialOf(id))
  const page = await reeve.openAs(admin, `${platform}/${id}`)
  await press(page, '吊销')
  await page.getByRole('dialog').getByRole('button', { name: '吊销' }).click()
  await heading(page, '凭证已吊销，设备无法连接').waitFor()
  await ask('mutation m($id: ID!) { updateDeviceByStatus(id: $id, status: SUSPENDED) { id } }', { id })
  await heading(page, '设备已停用').waitFor()
  const member = await openIn(
    reeve,
    signInOf(first(plain, 'plain')),
    { id: await tenantId(), name: tenantName },
    `/organizational-management/devices/${id}`,
  )
  await heading(member, '设备已停用').waitFor()
  await member.getByText('请联系平台的设备管理员').waitFor()

  await press(page, '启用')
  await page.getByRole('dialog').getByRole('button', { name: '启用', exact: true }).click()
  await heading(page, '凭证已吊销，设备无法连接').waitFor()
  const past = new Date(Date.now() - 86_400_000).toISOString()
  await save({ id, name: '锦江断面水质微型站', expiredDate: past })
  await heading(page, '设备已到期').waitFor()
  await press(page, '续期')
  await page.getByRole('dialog').getByRole('button', { name: '续期', exact: true }).click()
  await heading(page, '凭证已吊销，设备无法连接').waitFor()
  await ask('mutation m($id: ID!) { updateDeviceByStatus(id: $id, status: RETIRED) { id } }', { id })
  await heading(page, '设备已报废').waitFor()
})

test('keeps showing a device as online when an outdated response arrives late', async () => {
  const id = 'LATE-1'
  await save({ id, name: '晚到的网关' })
  const password = await credentialOf(id)
  await wasThere(id, password)
  const page = await reeve.openAs(admin, '/accountInfo/index')
  let earlier = ''
  let late = false
  const following = Promise.withResolvers<void>()
  await page.route('**/actions/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON()
    if (operationName === 'DeviceChanged') await following.promise
    if (operationName !== 'QueryDeviceConnection') return route.fallback()
    if (late) {
      late = false
      return route.fulfill({ contentType: 'application/json', body: earlier })
    }
    const response = await route.fetch()
    earlier = await response.text()
    return route.fulfill({ response })
  })
  await page.goto(`${platform}/${id}`)
  await page.getByRole('heading', { name: /^连接于 .* 断开/ }).waitFor()
  await loaded(page.getByRole('main'))
  const device = await connect(id, password)
  await expect.poll(() => state(id)).toMatchObject({ currentConnect: { status: 'ONLINE' } })

  // After the page has subscribed, it requests the device state again, because the state may have changed
  // before the subscription began. The test sends the outdated response to the first of these requests.
  late = true
  following.resolve()
  await page.getByText('连接中').waitFor()
  await device.endAsync()
})

for (const look of [
  {},
  { theme: 'dark', locale: 'en-US', width: 1440, height: 900 },
  { width: 360, height: 780 },
  { theme: 'dark', locale: 'en-US', width: 360, height: 780 },
] satisfies Look[]) {
  test(`an offline device’s page is accessible (${Object.values(look).join(', ') || 'default'})`, async () => {
    const suffix = Object.values(look).join('-') || 'light'
    // A device that was last connected hours ago. Since then, its connection attempts have been rejected.
    const { data } = await ask(
      '{ queryDevice(statusSet: [ACTIVE], pageSize: 100) { data { id lastSeenDateTime } } }',
    )
    const hoursAgo = ({ lastSeenDateTime }: { lastSeenDateTime: string }) =>
      (Date.now() - Date.parse(lastSeenDateTime)) / 3_600_000
    const { id } = data.find(
      (each: { lastSeenDateTime: string }) => hoursAgo(each) > 1 && hoursAgo(each) < 60,
    )
    await credentialOf(id)
    for (let times = 0; times < 3; times += 1) await refused(id, 'old')
    const page = await reeve.openAs(admin, `${platform}/${id}`, look)
    await heading(page, /旧密码|old password/).waitFor()
    await loaded(page.getByRole('main'))
    await page.getByRole('img', { name: /80/ }).waitFor()
    await picture(page, `device-offline-${suffix}`)
    expect(await accessibilityFaults(page)).toEqual([])

    await save({ id: `NEW-${suffix}`, name: '三号泵房压力变送器 07' })
    await page.goto(`${platform}/NEW-${suffix}`)
    await page.getByRole('button', { name: /^(生成凭证|Create credential)$/ }).click()
    await page.getByText(/密码仅在此处显示一次|password is shown only once/).waitFor()
    await picture(page, `device-connect-${suffix}`)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('tabpanel').scrollIntoViewIfNeeded()
    await picture(page, `device-connect-below-${suffix}`)
  })
}
