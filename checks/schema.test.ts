import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { graphqlTypes } from '../scripts/graphql-types.ts'
import { printed } from '../server/schema.ts'
import { root } from './sources.ts'

test('contract/schema.graphql is the schema of the server: npm run generate prints it', () => {
  expect(readFileSync(join(root, 'contract', 'schema.graphql'), 'utf8')).toBe(printed())
})

test('contract/introspection.generated.ts has the types of that schema: npm run generate prints it', () => {
  expect(readFileSync(join(root, 'contract', 'introspection.generated.ts'), 'utf8')).toBe(
    graphqlTypes(printed()),
  )
})
