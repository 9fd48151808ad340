import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { definesFields, fieldFiles } from '../scripts/fields.ts'
import { documentFiles, documentTypes, graphqlTypes } from '../scripts/graphql-documents.ts'
import { printed } from '../server/schema.ts'
import { root } from './sources.ts'

test('contract/schema.graphql is up to date with the server’s schema (npm run generate)', () => {
  expect(readFileSync(join(root, 'contract', 'schema.graphql'), 'utf8')).toBe(printed())
})

test('contract/introspection.generated.ts is up to date with the schema (npm run generate)', () => {
  expect(readFileSync(join(root, 'contract', 'introspection.generated.ts'), 'utf8')).toBe(
    graphqlTypes(printed()),
  )
})

test.each(Object.entries(documentFiles))(
  'the generated types of the GraphQL documents in %s/ are up to date',
  (folder, file) => {
    expect(readFileSync(join(root, file), 'utf8')).toBe(documentTypes(printed(), folder))
  },
)

test('server/fields.generated.ts imports each file that defines GraphQL fields (npm run generate)', () => {
  const loaded = readFileSync(join(root, 'server', 'fields.generated.ts'), 'utf8')
  const missing = fieldFiles().filter((path) => !loaded.includes(`import './${path}'\n`))
  expect(missing.map((path) => `server/${path} is not in server/fields.generated.ts`)).toEqual([])
})

test.each([
  ["mutation({\n  name: 'a',", true],
  ['export const a = listExport<Row>({', true],
  ["builder.objectField(Device, 'a', (t) =>", true],
  ["import { mutation } from '../core/operation.ts'", false],
  ['  query({', false],
])('definesFields(%j) returns %s', (text, expected) => {
  expect(definesFields(`// A comment\n${text}\n`)).toBe(expected)
})
