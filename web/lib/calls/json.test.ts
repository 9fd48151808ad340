import { expect, test } from 'vitest'
import { parseJson, printJson } from './json.ts'

test('preserves all digits of long integers at any depth, and does not change strings', () => {
  const text = String.raw`{"iccid":89860123456789012345,"list":[-9007199254740993,1.5,{"a\"9007199254740993":"9007199254740993\\"}],"e":"x","f":1e+21}`
  const value = parseJson(text) as Record<string, unknown>
  expect(value.iccid).toBe(89860123456789012345n)
  expect(printJson(value)).toBe(text)
  expect(printJson(value, 2)).toContain('\n  "iccid": 89860123456789012345,\n')
})

test('parseJson throws a SyntaxError for empty text, incomplete JSON and a long integer with a leading zero', () => {
  for (const text of ['', '{"a": 89860123456789012345', '{"a": 089860123456789012345}'])
    expect(() => parseJson(text)).toThrow(SyntaxError)
  expect(printJson(undefined)).toBeUndefined()
})
