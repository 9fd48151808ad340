import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'

// An assertion that an element is missing also passes while the page is loading, or after the element's label
// was reworded. Browser tests must therefore use the helpers of e2e/harness/absence.ts, with labels that
// occur in the console, the server or another test step.

const read = (path: string) => readFileSync(path, 'utf8')
const files = globSync('e2e/**/*.test.ts').map((path) => ({ path, text: read(path) }))

const bareForms =
  /count\(\)\)?[^\n]*\.toBe\(0\)|toHaveCount\(0\)|not\.toBeVisible|isVisible\(\)\)[^\n]*toBe\(false\)/

/** Matches the arguments of `absent(` and `hidden(` before `after`, including arguments on several lines. */
const absences = /await (?:absent|hidden)\(([\s\S]*?),\s*\{\s*after\b/g

const chineseLabels = (text: string): string[] =>
  text.match(/(?<=['`])[^'`\n$]*\p{Script=Han}[^'`\n$]*(?=['`])/gu) ?? []

test('browser tests check that an element is absent only with the helpers of e2e/harness/absence.ts', () => {
  const bare = files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (bareForms.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(bare, 'use absent() or hidden() of e2e/harness/absence.ts').toEqual([])
})

test('every label in an absence check occurs in the console, the server or another test step', () => {
  const sources = globSync('{web,server,contract}/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}'] }).map(
    read,
  )
  const other = [...sources, ...files.map(({ text }) => text.replace(absences, ''))].join('\n')
  const unknown = files.flatMap(({ path, text }) =>
    [...text.matchAll(absences)]
      .flatMap(([, locator]) => chineseLabels(required(locator, 'locator')))
      .filter((label) => !other.includes(label))
      .map((label) => `${path}: ${label}`),
  )
  expect(unknown, 'these labels were reworded, or never existed').toEqual([])
})
