import { expect, test } from 'vitest'
import { checkConfig, printConfig } from './checkConfig.ts'

const fault = (text: string) => {
  const checked = checkConfig(text)
  return 'fault' in checked ? `${checked.fault.kind} ${checked.fault.line}:${checked.fault.column}` : 'none'
}

test.each([
  ['{"a": }', 'value 1:7'],
  ['{\n  "a": 1\n  "b": 2\n}', 'comma 3:3'],
  ['{"a": 1,}', 'trailing 1:9'],
  ['{"a": [1, ]}', 'trailing 1:11'],
  ['{a: 1}', 'key 1:2'],
  ["{'a': 1}", 'key 1:2'],
  ['{"a" 1}', 'colon 1:6'],
  ['{"a": "x\n}', 'string 1:7'],
  ['{"a": "\\x"}', 'character 1:7'],
  ['{"a": "\\u0000"}', 'character 1:7'],
  ['{"a": "\\ud800"}', 'character 1:7'],
  ['{"a": 01}', 'number 1:7'],
  ['{"a": 1.}', 'number 1:7'],
  ['{"a": -}', 'number 1:7'],
  ['{"a": 1e999}', 'range 1:7'],
  ['{"a": True}', 'value 1:7'],
  ['{"a": 1', 'end 1:8'],
  ['{', 'end 1:2'],
  ['{} {}', 'rest 1:4'],
  ['{"a": 1, "b": {}, "\\u0061": 2}', 'duplicate 1:19'],
  ['[1]', 'object 1:1'],
  ['3', 'object 1:1'],
  [`{"a": ${'['.repeat(17)}${']'.repeat(17)}}`, 'deep 1:22'],
  [`{"a": "${'字'.repeat(11_000)}"}`, 'large 1:1'],
])('reports the kind and position of the error in %s: %s', (text, found) => expect(fault(text)).toBe(found))

test('parses a valid configuration without changes, and empty text as an empty configuration', () => {
  const text = ' {"a": [1, -2.5e3, true, null, {"b": "\\u00e9\\n"}], "c": {}} \n'
  expect(checkConfig(text)).toEqual({ value: JSON.parse(text) })
  for (const empty of ['', ' \n ', '{}', printConfig({})]) expect(checkConfig(empty)).toEqual({ value: {} })
  const config = { interval: 10, nested: { list: [1, 'x', 89860123456789012345n] } }
  expect(printConfig(config)).toContain(' 89860123456789012345\n')
  expect(checkConfig(printConfig(config))).toEqual({ value: config })
})
