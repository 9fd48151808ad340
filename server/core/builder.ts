import SchemaBuilder from '@pothos/core'
import {
  GraphQLDeferDirective,
  type GraphQLResolveInfo,
  Kind,
  specifiedDirectives,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql'
import { parseForeignJson } from '../db/values.ts'
import type { Context } from './context.ts'

interface Types {
  Context: Context
  DefaultFieldNullability: false
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    Timestamp: { Input: Date; Output: Date }
    JSON: { Input: unknown; Output: unknown }
  }
}

export const builder = new SchemaBuilder<Types>({
  defaultFieldNullability: false,
})

/**
 * The part of the Pothos builder that operation.ts and subscription.ts use. Both files define their own types
 * for `returns`, `input` and the resolver. With this smaller type, TypeScript does not infer Pothos' types
 * again for each field.
 */
interface OperationBuilder {
  queryField(name: string, define: (t: OperationFields) => object): void
  mutationField(name: string, define: (t: OperationFields) => object): void
  subscriptionField(name: string, define: (t: OperationFields) => object): void
}
export interface OperationFields {
  field(options: {
    type: unknown
    nullable?: boolean
    description: string
    args: Readonly<Record<string, object>>
    extensions?: object
    resolve(parent: unknown, args: unknown, context: Context, info: GraphQLResolveInfo): unknown
    subscribe?(parent: unknown, args: unknown, context: Context): Promise<AsyncIterableIterator<unknown>>
  }): object
  arg(options: { type: unknown; required: boolean | undefined; defaultValue: unknown }): object
}

/**
 * The builder with the smaller type OperationBuilder, which defines the fields of Query, Mutation and
 * Subscription.
 */
export const operationBuilder = builder as unknown as OperationBuilder

export const schemaDirectives = [...specifiedDirectives, GraphQLDeferDirective]

builder.scalarType('DateTime', {
  description: 'An RFC 3339 timestamp in UTC with milliseconds, such as 2026-11-20T08:00:00.000Z.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const date = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : undefined
    if (!date || Number.isNaN(date.getTime()))
      throw new TypeError('must be an RFC 3339 timestamp such as 2026-11-20T08:00:00Z')
    return date
  },
})

builder.scalarType('Timestamp', {
  description: 'A timestamp as a JSON number: milliseconds since 1970-01-01T00:00:00Z.',
  serialize: (value) => value.getTime(),
})

builder.scalarType('JSON', {
  description: 'A JSON object of any structure.',
  serialize: (value) => value,
  parseValue: objectOf,
  parseLiteral: (node, variables) => objectOf(literalValue(node, variables)),
})

function objectOf(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('must be a JSON object')
  return value
}

/** Returns the value of a literal. Numbers are parsed in the same way as numbers in variables. */
function literalValue(node: ValueNode, variables: Parameters<typeof valueFromASTUntyped>[1]): unknown {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return numberOf(node.value)
    case Kind.LIST:
      return node.values.map((each) => literalValue(each, variables))
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, literalValue(value, variables)]),
      )
    default:
      return valueFromASTUntyped(node, variables)
  }
}

function numberOf(text: string): unknown {
  try {
    return parseForeignJson(text)
  } catch {
    throw new TypeError('a number is out of range for a double')
  }
}

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})
