import { expect, test } from 'vitest'
import { reachableUrl } from './open.ts'

test('the gateway URL contains the public host if the gateway listens on all network interfaces', () => {
  expect(reachableUrl('mqtt://0.0.0.0:1883', 'https://id.example.com')).toBe('mqtt://id.example.com:1883')
  expect(reachableUrl('mqtt://[::]:1883', 'http://10.0.0.4:3000')).toBe('mqtt://10.0.0.4:1883')
  expect(reachableUrl('mqtts://broker.example.com:8883', 'https://id.example.com')).toBe(
    'mqtts://broker.example.com:8883',
  )
})
