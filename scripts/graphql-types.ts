import { readFileSync, writeFileSync } from 'node:fs'
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal'
import { buildSchema, introspectionFromSchema } from 'graphql'

/**
 * Prints the types of the schema that the console's graphql() and the server's exports read. gql.tada's own command needs the
 * compiler API that TypeScript 7 no longer has; its printer does not.
 */
export function writeGraphqlTypes(
  schemaPath = 'contract/schema.graphql',
  outPath = 'contract/introspection.generated.ts',
): void {
  const schema = buildSchema(readFileSync(schemaPath, 'utf8'))
  const introspection = minifyIntrospection(introspectionFromSchema(schema))
  const text = outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true })
  // The printed file also registers itself for gql.tada's global graphql(), which is not used here.
  writeFileSync(outPath, text.slice(0, text.indexOf('import * as gqlTada')))
}

if (import.meta.main) writeGraphqlTypes(...process.argv.slice(2))
