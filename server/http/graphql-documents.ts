import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { firstExceeded, graphqlLimits } from './graphql-limits.ts'

type Read = { node: DocumentNode } | { faults: readonly Pick<GraphQLError, 'message'>[] }

/** Clients send the same few documents again and again: that many are kept, checked. */
const kept = 500

/** Parses, bounds and validates documents. */
export function createDocuments(schema: GraphQLSchema, { introspection }: { introspection: boolean }) {
  const known = new Map<string, Read>()
  const lists = listFields(schema)
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]

  function check(source: string): Read {
    try {
      const node = parse(source, { maxTokens: graphqlLimits.tokens, noLocation: false })
      // Before the rules, some of which take longer than the document is long.
      const over = firstExceeded(node, (name) => lists.has(name))
      if (over) return { faults: [{ message: `More than ${graphqlLimits[over]} ${over} in one document.` }] }
      const faults = validate(schema, node, rules, { maxErrors: 10, hideSuggestions: !introspection })
      return faults.length ? { faults } : { node }
    } catch (error) {
      return { faults: [error as GraphQLError] }
    }
  }

  return {
    read(source: string): Read {
      const found = known.get(source)
      if (found) return found
      const read = check(source)
      // What is wrong is not kept: it would push out what is asked for.
      if ('node' in read) {
        if (known.size >= kept) known.delete(known.keys().next().value!)
        known.set(source, read)
      }
      return read
    },
  }
}

/** Lists of these are read from memory and short. */
const cheap = new Set(['Area'])

/** Names of the fields that answer a list of objects, each of which costs. */
function listFields(schema: GraphQLSchema): Set<string> {
  const names = new Set<string>()
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (isListType(getNullableType(field.type)) && !cheap.has(getNamedType(field.type).name))
        names.add(field.name)
    }
  }
  return names
}
