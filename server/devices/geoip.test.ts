import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { readConfig } from '../config.ts'
import { adminTokens, startApp } from '../testing/app.ts'
import { connectDevice, newDevice } from '../testing/devices.ts'
import { writeGeoipFile } from '../testing/geoip-file.ts'
import { ask } from '../testing/organizations.ts'
import { openGeoip } from './geoip.ts'

const folder = mkdtempSync(join(tmpdir(), 'reeve-addresses-'))
const file = join(folder, 'places.mmdb')
writeGeoipFile(file, {
  '127.0.0.0/8': {
    country: { iso_code: 'CN', names: { 'zh-CN': '中国', en: 'China' } },
    subdivisions: [{ iso_code: 'ZJ', names: { 'zh-CN': '浙江省', en: 'Zhejiang' } }],
    city: { names: { 'zh-CN': '杭州市', en: 'Hangzhou' } },
  },
  '203.0.113.0/24': { country: { iso_code: 'CN', names: { 'zh-CN': '中国', en: 'China' } } },
  '198.51.100.0/24': {
    country: { iso_code: 'SG', names: { en: 'Singapore' } },
    city: { names: { en: 'Singapore' } },
  },
})
afterAll(() => rmSync(folder, { recursive: true }))

test('lists the parts of a location from the largest to the smallest, in Chinese if available', () => {
  const locate = openGeoip(file, 'CN')
  expect(locate('127.0.0.1')).toBe('浙江省 杭州市')
  expect(locate('203.0.113.9')).toBe('中国')
  expect(locate('198.51.100.1')).toBe('Singapore')
  expect(locate('192.0.2.1')).toBeNull()
  expect(locate('2001:db8::1')).toBeNull()
  expect(openGeoip(file, 'SG')('127.0.0.1')).toBe('中国 浙江省 杭州市')
  expect(openGeoip(undefined, 'CN')('127.0.0.1')).toBeNull()
})

test('shows the location from which a device is connected', async () => {
  await using app = await startApp({ REEVE_MQTT_PORT: '0', REEVE_GEOIP_FILE: file })
  const admin = await adminTokens(app)
  const device = await newDevice(app, admin)
  const client = await connectDevice(required(app.gatewayUrl, 'gatewayUrl'), device)
  const found = await ask(
    app,
    admin,
    'query q($id: ID!) { device(id: $id) { currentConnect { address } } }',
    {
      id: device.username,
    },
  )
  await client.endAsync()
  expect(found.currentConnect).toEqual({ address: '浙江省 杭州市' })
})

test('reports an invalid GeoIP file in one sentence', () => {
  const text = join(folder, 'notes.txt')
  writeFileSync(text, 'no addresses here')
  expect(() => readConfig({ REEVE_GEOIP_FILE: text })).toThrow(
    'The configuration is invalid: REEVE_GEOIP_FILE must name a file in the MaxMind DB format (.mmdb).',
  )
  expect(() => readConfig({ REEVE_GEOIP_FILE: join(folder, 'nothing') })).toThrow(
    'REEVE_GEOIP_FILE names a file that cannot be read (ENOENT)',
  )
})
