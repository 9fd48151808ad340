import { expect, test } from 'vitest'
import { wholeNumber } from './NumberField.tsx'

test.each([
  ['0', 0],
  ['15', 15],
  ['0015', 15],
  ['1.5', null],
  ['-1', null],
  ['+1', null],
  ['1e3', null],
  ['1,440', null],
  ['', null],
  ['9'.repeat(13), null],
])('wholeNumber parses %j as %s', (text, number) => expect(wholeNumber(text)).toBe(number))
