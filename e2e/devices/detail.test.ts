import { connectAsync } from 'mqtt'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { absent, accessibilityFaults, callAs, picture, useConsole } from '../harness/index.ts'
import { admin } from '../harness/layout.ts'

// Tests the page of a connected device.

const reeve = useConsole({ REEVE_MQTT_PORT: '0' })
const platform = '/all-management/device-management'

const gateway = () => required(reeve.server.gatewayUrl, 'gatewayUrl')
const ask = async (query: string, variables = {}) =>
  Object.values(await callAs(reeve.server, admin, query, variables))[0]

/** Registers a device and connects it. */
async function connected(id: string) {
  await ask('mutation m($id: ID!) { saveDeviceByPalgo(id: $id, name: "泵房网关") { id } }', { id })
  const { password } = await ask('mutation m($id: ID!) { createDeviceCredential(id: $id) { password } }', {
    id,
  })
  const options = { clientId: id, username: id, password, reconnectPeriod: 0, protocolVersion: 4 } as const
  const client = await connectAsync(gateway(), options)
  return {
    client,
    publish: (info: object) => client.publishAsync(`devices/${id}/info`, JSON.stringify(info), { qos: 1 }),
  }
}

/** Returns the cell that contains a value, its unit and the text below it. */
const cell = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition')

test('shows the values of a device with label, unit, range and age, and updates the values live', async () => {
  reeve.expectPrinted(/QueryDeviceSample|status of 500/)
  const { client, publish } = await connected('VALUES-1')
  const many = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`channel${index + 1}`, index]))
  await publish({ model: 'EG-200', uptime: 100_800, pumpTemperature: 61.4, rssi: -71, ...many })
  const page = await reeve.openAs(admin)
  await page.route('**/graphql*', (route) =>
    route.request().postData()?.includes('QueryDeviceSample')
      ? route.fulfill({ status: 500, body: '{}' })
      : route.fallback(),
  )
  await page.goto(`${platform}/VALUES-1`)
  // Current values are shown even if the history cannot be loaded.
  await cell(page, '水泵温度').getByText('61.4°C').waitFor()
  const failed = page.getByRole('alert').filter({ hasText: '曲线加载失败' })
  await failed.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.unrouteAll()
  await failed.getByRole('button', { name: '重试' }).click()
  await failed.waitFor({ state: 'detached' })

  await cell(page, '信号强度').getByText('−71dBm').waitFor()
  await page.getByRole('definition').filter({ hasText: '1 天 4 小时' }).waitFor()
  await page.getByText('刚刚更新').waitFor()
  await publish({ model: 'EG-200', pumpTemperature: 64, rssi: -71, ...many })
  await cell(page, '水泵温度').getByText('64.0°C').waitFor()
  await cell(page, '水泵温度').getByText('61.4 至 64.0').waitFor()
  await page.getByText('运行时间').waitFor({ state: 'detached' })

  // The page shows six values at first. A button shows the others.
  const all = page.getByRole('button', { name: '全部 7 个数值' })
  await absent(cell(page, 'channel5'), { after: all })
  await all.click()
  await cell(page, 'channel5').getByText('4', { exact: true }).waitFor()
  await picture(page, 'device-values')
  expect(await accessibilityFaults(page)).toEqual([])

  // The configuration version that the device reports is not listed as a value. It only determines whether
  // the device has the current configuration.
  const own = page.getByRole('region', { name: /^配置/ })
  await absent(own.getByText(/与设备一致|待设备确认/), { after: own })
  await publish({ rssi: -71, config: {} })
  await own.getByText('与设备一致').waitFor()
  await publish({ rssi: -71, config: { interval: 30 } })
  await own.getByText('待设备确认').waitFor()
  await own.getByRole('link', { name: '编辑配置' }).waitFor()

  await client.endAsync()
  await page.getByText('离线 · 刚刚').waitFor()
  await page.getByRole('term').filter({ hasText: '信号强度' }).getByText('刚刚').waitFor()
})
