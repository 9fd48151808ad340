import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { sources } from './sources.ts'

/**
 * Returns the folder that owns the query keys declared in a file: a feature, a folder in web/shared, or
 * another top-level folder of the console.
 */
const folderOf = (file: string): string => /^web\/(?:(?:features|shared)\/)?[^/]+/.exec(file)?.[0] ?? file

test('no two folders of the console use the same query key prefix', () => {
  const folders = new Map<string, Set<string>>()
  for (const { path: file, text } of sources)
    if (file.startsWith('web/') && /(?<!\.test)\.tsx?$/.test(file))
      for (const [, prefix] of text.matchAll(/\b(?:queryKey:|\w*[kK]ey(?: =|\([^)]*\) =>)) \[\s*'([^']+)'/g))
        folders.set(
          required(prefix, 'prefix'),
          (folders.get(required(prefix, 'prefix')) ?? new Set()).add(folderOf(file)),
        )
  expect(folders.size).toBeGreaterThan(20)
  const shared = [...folders].filter(([, users]) => users.size > 1)
  expect(
    shared.map(
      ([prefix, users]) =>
        `'${prefix}' is used in ${[...users].join(' and ')}: declare it in web/lib/queryKeys.ts`,
    ),
  ).toEqual([])
})
