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
 * The modules add their fields when they are loaded. fields.generated.ts imports every file that defines
 * fields.
 */
export const schema = closeToServices(
  countLists(builder.toSchema({ sortSchema: false, directives: schemaDirectives })),
  // These fields are also part of the service account's access token.
  { Tenant: ['id', 'name'] },
)

/**
 * Returns the text of contract/schema.graphql. It is sorted, so that it does not depend on the order of
 * imports.
 */
export const printed = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`

/**
 * Restricts types that service accounts can reach through devices and events. They can read only the named
 * fields, and get FORBIDDEN for all others.
 */
function closeToServices(schema: GraphQLSchema, open: Record<string, readonly string[]>): GraphQLSchema {
  for (const [name, fields] of Object.entries(open)) {
    const type = schema.getType(name)
    if (!isObjectType(type)) throw new Error(`no type ${name}`)
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
