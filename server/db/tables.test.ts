import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { generateTables } from './generate.ts'

test('tables.ts matches the migrations (otherwise run npm run generate)', async () => {
  await using db = await testDatabase()
  expect(await readFile(new URL('./tables.ts', import.meta.url), 'utf8')).toBe(await generateTables(db))
})
