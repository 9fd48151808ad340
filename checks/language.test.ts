import { describe, expect, test } from 'vitest'
import { findingsIn } from './language.ts'
import { type Source, sources } from './sources.ts'

/** The files of the language check contain examples of unclear English. */
const excluded = /^checks\/language/

const sourceOf = (path: string, text: string): Source => ({ path, text, lines: text.split('\n') })

describe('the language check', () => {
  test('reports the line of unclear English in code, SQL, documents and UI texts', () => {
    const found = [
      sourceOf('server/a.ts', 'const a = 1\n/** Read anew. */\n'),
      sourceOf('server/b.sql', 'select 1; -- asked by who is here\n'),
      sourceOf('docs/c.md', '# Title\n\nIt may not fail.\n'),
      sourceOf('contract/d.graphql', 'scalar A\n"""A text that tells something"""\nscalar B\n'),
      sourceOf('web/words.en.ts', "export const en = {\n  'deed.other': 'A deed',\n}\n"),
    ].flatMap(findingsIn)
    expect(found.map((line) => line.split(' ')[0])).toEqual([
      'server/a.ts:2:',
      'server/b.sql:1:',
      'docs/c.md:3:',
      'contract/d.graphql:2:',
      'web/words.en.ts:2:',
    ])
  })

  test('reports “Of” only at the beginning of a comment', () => {
    const source = sourceOf('a.ts', '// Of the viewer.\n\n// The name\n// Of the viewer.\n')
    expect(findingsIn(source)).toHaveLength(1)
  })

  test('ignores code, URLs and fenced code blocks', () => {
    const found = [
      sourceOf('a.ts', "const anew = 'https://deed'\n"),
      sourceOf('a.md', '```sh\ntell\n```\n'),
    ].flatMap(findingsIn)
    expect(found).toEqual([])
  })
})

test('comments, documents and UI texts contain no pattern of unclear English', () => {
  const checked = sources.filter(({ path }) => !excluded.test(path))
  expect(checked.flatMap(findingsIn)).toEqual([])
})
