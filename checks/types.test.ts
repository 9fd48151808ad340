import { expect, test } from 'vitest'
import { findLines, isCode, sources } from './sources.ts'

const self = 'checks/types.test.ts'
const code = sources.filter(({ path }) => isCode(path) && path !== self)
const within = (folder: string) => code.filter(({ path }) => path.startsWith(folder))

test.each([
  ['server/core/', 3],
  ['web/', 10],
])('files in %s contain at most %i casts to never', (folder, most) => {
  const found = findLines(within(folder), /\bas never\b/).filter((line) => !/\*|\/\//.test(line))
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(most)
})

test('router hooks specify the route that determines their types', () => {
  expect(findLines(within('web/'), /\bstrict: false\b/)).toEqual([])
})
