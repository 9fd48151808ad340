import { dirname } from 'node:path/posix'
import { expect, test } from 'vitest'
import type { Words } from '../lib/texts.ts'
import { english } from './english.ts'

const all = Object.entries(import.meta.glob<Words>('../**/words.ts', { eager: true, import: 'words' }))
/** A file that defines its texts in both languages does not need a words.en.ts. */
const chinese = all.filter(([, words]) => !words.en)
const translated = Object.keys(import.meta.glob('../**/words.en.ts'))
const names = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort()

test('the `name` of each words.ts is unique, and each words.ts without English texts has a words.en.ts next to it', () => {
  expect(chinese.length).toBeGreaterThan(10)
  expect(chinese.map(([path]) => dirname(path)).sort()).toEqual(translated.map(dirname).sort())
  expect(chinese.map(([, words]) => words.name).sort()).toEqual(Object.keys(english).sort())
  expect(new Set(all.map(([, words]) => words.name)).size).toBe(all.length)
})

test.each(all)(
  'the Chinese and English texts of %s have the same keys and parameters',
  (_, { name, zh, en }) => {
    const parameters = (words: object = {}) =>
      Object.fromEntries(Object.entries(words).map(([key, text]) => [key, names(text)]))
    expect(parameters(en ?? english[name])).toEqual(parameters(zh))
  },
)
