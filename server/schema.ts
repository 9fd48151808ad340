import {
  defaultFieldResolver,
  type GraphQLSchema,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { countLists } from './core/budget.ts'
import { builder, schemaDirectives } from './core/builder.ts'
import { viewerOf } from './core/context.ts'
import './fields.generated.ts'

/**
 * The GraphQL schema. Modules add their fields when they are imported, and fields.generated.ts imports every
 * file that defines fields.
 */
export const schema = closeToServices(
  countLists(builder.toSchema({ sortSchema: false, directives: schemaDirectives })),
  // Service accounts can read these fields, because their access tokens contain the same values.
  { Tenant: ['id', 'name'] },
)

/**
 * Returns the content of contract/schema.graphql. The schema is sorted, so that the text does not depend on
 * the order of imports.
 */
export const printed = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`

/**
 * Restricts types that service accounts can reach through devices and events. Service accounts can read only
 * the fields in `open`, and get FORBIDDEN for all other fields of these types.
 */
function closeToServices(schema: GraphQLSchema, open: Record<string, readonly string[]>): GraphQLSchema {
  for (const [name, fields] of Object.entries(open)) {
    const type = schema.getType(name)
    if (!isObjectType(type)) throw new Error(`the GraphQL schema has no type ${name}`)
    for (const field of Object.values(type.getFields())) {
      if (fields.includes(field.name)) continue
      const { resolve = defaultFieldResolver } = field
      field.resolve = (parent, args, context, info) => {
        viewerOf(context)
        return resolve(parent, args, context, info)
      }
    }
  }
  return schema
}
