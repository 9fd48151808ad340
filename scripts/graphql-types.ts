import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal'
import { buildSchema, introspectionFromSchema } from 'graphql'

/**
 * The types of a schema that graphql() of the console and of the exports reads. The own command of gql.tada needs the
 * compiler API that TypeScript 7 no longer has; its printer does not.
 */
export function graphqlTypes(schema: string): string {
  const introspection = minifyIntrospection(introspectionFromSchema(buildSchema(schema)))
  const text = outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true })
  // The printed file also registers itself for gql.tada's global graphql(), which is not used here.
  return text.slice(0, text.indexOf('import * as gqlTada'))
}
