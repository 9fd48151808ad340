import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

/** Those that say which test holds what they promise: a path in a code span, below server/ where it does not say. */
const documents = ['docs/threats.md', 'docs/asvs.md', 'docs/mlps.md']

const spelled = (name: string) => [
  `server/${name}.test.ts`,
  `${name}.test.ts`,
  name,
  `server/${name}`,
  `${name}.ts`,
]

test.each(documents)('the tests that %s names are there', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const names = new Set([...text.matchAll(/`([a-z][\w.-]*(?:\/[\w.-]+)+)`/g)].map(([, name]) => name!))
  const missing = [...names].filter((name) => !spelled(name).some((path) => existsSync(join(root, path))))
  expect(missing).toEqual([])
})
