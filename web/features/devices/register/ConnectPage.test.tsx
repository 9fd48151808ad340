import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../../testing/mount.tsx'
import type { Run } from '../detail/offline/refusals.ts'
import type { DeviceDetail } from '../device.ts'
import ConnectPage from './ConnectPage.tsx'

const minute = 60_000

const device = {
  id: 'PT-2611-00907',
  name: 'PT',
  status: 'PRODUCED',
  tenant: null,
  currentConnect: null,
  credentialDateTime: null,
  createDateTime: new Date().toISOString(),
  gatewayUrl: 'mqtt://mqtt.example.com:1883',
  offlineReason: 'NEVER_CONNECTED',
  versionMap: {},
  infoMap: {},
} as unknown as DeviceDetail

const nothing = () => undefined

const shown = (changes: Partial<DeviceDetail>, runs: Run[] = []) => (
  <ConnectPage
    device={{ ...device, ...changes }}
    manage
    open={nothing}
    refusals={{ runs, drawn: [], error: null, retry: nothing }}
    onOpen={nothing}
  >
    {null}
  </ConnectPage>
)

/** Renders the page with these refused attempts and advances the clock by ten minutes. */
async function afterTenMinutes(runs: Run[]) {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await mount(shown({}, runs))
  await expect.element(page.getByText('等待首次连接…')).toBeVisible()
  expect(page.getByText('10 分钟内没有连接尝试', { exact: false }).elements()).toEqual([])
  vi.advanceTimersByTime(10 * minute)
  await expect.element(page.getByText('已等待 10 分', { exact: false })).toBeInTheDocument()
}

test('after ten minutes without a connection attempt, shows the troubleshooting hints first', async () => {
  await afterTenMinutes([])
  await expect.element(page.getByText('10 分钟内没有连接尝试', { exact: false })).toBeVisible()
  // The troubleshooting hints now come before the steps.
  expect(page.getByRole('heading').elements()[0]?.textContent).toBe('连接失败排查')
})

test('shows the reason for a failed connection attempt, not the message that the device has not tried to connect', async () => {
  const at = Date.now() + minute
  const run: Run = { reason: 'PASSWORD', count: 2, from: at, to: at, ip: '192.0.2.7', address: null }
  await afterTenMinutes([run])
  await expect.element(page.getByText('192.0.2.7 连接失败：密码错误 · 共 2 次')).toBeVisible()
  expect(page.getByText('10 分钟内没有连接尝试', { exact: false }).elements()).toEqual([])
})

test('if connections are rejected, shows the reason instead of the waiting text', async () => {
  await mount(shown({ offlineReason: 'PASSWORD' }))
  await expect.element(page.getByText('连接被拒绝：密码错误')).toBeVisible()
  expect(page.getByText('等待首次连接…').elements()).toEqual([])
})

test('shows that the credential is revoked and must be created again', async () => {
  await mount(shown({ offlineReason: 'CREDENTIAL_REVOKED' }))
  await expect.element(page.getByText('凭证已吊销，请重新生成')).toBeVisible()
})
