import path from 'node:path'
import { expect, test } from 'vitest'
import { isCode, isTest, sources } from './sources.ts'

/** File names that have the same meaning in every folder of the console, so they can occur more than once. */
const conventional = ['confirms', 'dialogs', 'index', 'mutations', 'pages', 'search', 'words', 'words.en']

test('a file name occurs only once in the console, unless it has the same meaning in every folder', () => {
  const paths = new Map<string, string[]>()
  for (const { path: file } of sources)
    if (file.startsWith('web/') && isCode(file) && !isTest(file)) {
      const name = path.basename(file).replace(/\.tsx?$/, '')
      paths.set(name, [...(paths.get(name) ?? []), file])
    }
  expect(paths.size).toBeGreaterThan(500)
  const repeated = [...paths].filter(([name, files]) => files.length > 1 && !conventional.includes(name))
  expect(repeated.map(([, files]) => `${files.join(' and ')}: name each by what it does`)).toEqual([])
})
