import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { commonPasswords } from '../scripts/lib/common-passwords.ts'
import { iconFiles, usedIcons } from '../scripts/lib/icons.ts'
import { root } from './sources.ts'

const read = (path: string) => readFileSync(join(root, path))

test.each(Object.values(iconFiles))('%s contains exactly the icons that the console imports', (file) => {
  const generated = read(file).toString()
  const drawn = new Set([...generated.matchAll(/^export const (\w+)/gm)].map(([, name]) => name))
  const uses = usedIcons().filter((use) => use.file === file)
  expect(uses.length).toBeGreaterThan(30)
  const unknown = uses.filter(({ name }) => !drawn.has(name))
  expect(
    unknown.map(({ name, location }) => `${location}: unknown icon ${name}: run npm run generate`),
  ).toEqual([])
  const used = new Set<string | undefined>(uses.map(({ name }) => name))
  expect([...drawn].filter((name) => !used.has(name))).toEqual([])
})

test('the list of common passwords is up to date (npm run generate)', () => {
  const stored = brotliDecompressSync(read('server/accounts/passwords/common-passwords.generated.br'))
  expect(stored.equals(Buffer.from(commonPasswords()))).toBe(true)
})
