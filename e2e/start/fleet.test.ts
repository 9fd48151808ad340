import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { callAs, demoPassword, useConsole } from '../harness/index.ts'

const reeve = useConsole({ REEVE_MQTT_PORT: '0' }, { demo: true })
const folder = mkdtempSync(join(tmpdir(), 'reeve-fleet-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const admin = { username: 'admin', password: demoPassword }
const devices = async (filter: string): Promise<number> =>
  (await callAs(reeve.server, admin, `{ queryDevice(${filter}) { count } }`)).queryDevice.count

test('the demo program connects all devices except one rejected device, and disconnects them when it ends', async () => {
  const refused = await devices('offlineCause: REFUSED')
  const args = ['--url', reeve.server.url, '--credentials', join(folder, 'devices.json'), '--count', '60']
  const fleet = spawn(process.execPath, ['scripts/devices/demo.ts', ...args], { stdio: 'inherit' })
  await expect.poll(() => devices('connectStatus: ONLINE'), { timeout: 30_000 }).toBe(59)
  await expect.poll(() => devices('offlineCause: REFUSED'), { timeout: 30_000 }).toBe(refused + 1)
  const ended = once(fleet, 'exit')
  fleet.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await expect.poll(() => devices('connectStatus: ONLINE'), { timeout: 30_000 }).toBe(0)
})
