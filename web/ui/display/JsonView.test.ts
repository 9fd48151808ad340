import { expect, test } from 'vitest'
import { printJson } from './JsonView.tsx'

test('printJson prints short objects on one line without changing the value', () => {
  const value = {
    report: { intervalSec: 30, endpoint: 'mqtts://gateway.example.com:8883/devices', compress: true },
    channels: [
      { id: 1, name: '进水流量' },
      { id: 2, name: '浊度', none: null },
    ],
    empty: {},
    list: [1, 2.5, -3e-7],
    quoted: 'a "b": 1, \\',
  }
  const text = printJson(value)
  expect(JSON.parse(text)).toEqual(value)
  expect(text).toContain('\n    { "id": 1, "name": "进水流量" },\n')
  expect(text).toContain('\n    "intervalSec": 30,\n')
  expect(printJson({ one: 1 })).toBe('{\n  "one": 1\n}')
})

test('printJson prints all digits of a long integer', () => {
  expect(printJson({ iccid: 89860123456789012345n })).toBe('{\n  "iccid": 89860123456789012345\n}')
})
