import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql'
import { inSpan, isTracing } from '../../telemetry/trace.ts'

const traced = new WeakSet<GraphQLSchema>()

/**
 * Wraps each field of Query and Mutation in a span. The span is named after the field in the schema, so that
 * aliases and operation names are not recorded.
 */
export function traceFields(schema: GraphQLSchema): void {
  if (!isTracing() || traced.has(schema)) return
  traced.add(schema)
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    const kind = type === schema.getQueryType() ? 'query' : 'mutation'
    for (const field of Object.values(type?.getFields() ?? {})) {
      const resolve = field.resolve as GraphQLFieldResolver<unknown, unknown>
      const described = {
        name: `${kind} ${field.name}`,
        attributes: { 'graphql.operation.type': kind, 'graphql.field.name': field.name },
      }
      field.resolve = (...call) =>
        inSpan(
          () => described,
          async () => resolve(...call),
        )
    }
  }
}
