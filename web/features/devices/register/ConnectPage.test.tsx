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

/** The page, ten minutes after it was opened. */
async function afterTenMinutes(runs: Run[]) {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const refusals = { runs, drawn: [], error: null, retry: () => undefined }
  const nothing = () => undefined
  await mount(
    <ConnectPage device={device} manage={false} open={nothing} refusals={refusals} onOpen={nothing}>
      {null}
    </ConnectPage>,
  )
  await expect.element(page.getByText('等待首次连接…')).toBeVisible()
  expect(page.getByText('10 分钟没有收到任何尝试', { exact: false }).elements()).toEqual([])
  vi.advanceTimersByTime(10 * minute)
  await expect.element(page.getByText('已等待 10 分', { exact: false })).toBeInTheDocument()
}

test('after ten minutes without a try it is said first what may be wrong', async () => {
  await afterTenMinutes([])
  await expect.element(page.getByText('10 分钟没有收到任何尝试', { exact: false })).toBeVisible()
  // Before the steps, no longer beside them.
  expect(page.getByRole('heading').elements()[0]?.textContent).toBe('连不上时')
})

test('while it is trying the steps stay first', async () => {
  const at = Date.now() + minute
  const run: Run = { reason: 'PASSWORD', count: 2, from: at, to: at, ip: '192.0.2.7', address: null }
  await afterTenMinutes([run])
  await expect.element(page.getByText('192.0.2.7 用这个用户名尝试连接，密码不对 · 共 2 次')).toBeVisible()
  expect(page.getByText('10 分钟没有收到任何尝试', { exact: false }).elements()).toEqual([])
})
