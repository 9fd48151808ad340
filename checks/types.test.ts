import { expect, test } from 'vitest'
import { findLines, isCode, sources } from './sources.ts'

const self = 'checks/types.test.ts'
const code = sources.filter(({ path }) => isCode(path) && path !== self)
const within = (folder: string) => code.filter(({ path }) => path.startsWith(folder))

test.each([
  ['server/core/', 3],
  ['web/', 10],
])('all files in %s together contain at most %i casts to never', (folder, most) => {
  const found = findLines(within(folder), /\bas never\b/).filter((line) => !/\*|\/\//.test(line))
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(most)
})

test('no router hook uses strict: false', () => {
  expect(findLines(within('web/'), /\bstrict: false\b/)).toEqual([])
})
