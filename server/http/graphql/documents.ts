import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql'
import { required } from '../../../contract/required.ts'
import { AppError } from '../../core/errors.ts'
import { assertWithinLimits, exceeds, type Fragments, fragmentsOf, graphqlLimits } from './limits.ts'

export type Fault = AppError | GraphQLError
/** A parsed and validated document. */
export interface ParsedDocument {
  node: DocumentNode
  fragments: Fragments
}

type Read = ParsedDocument | { faults: readonly Fault[] }

/** Maximum number of validated documents in the cache. Clients send the same few documents repeatedly. */
const maxDocuments = 500

/**
 * Returns a reader that parses documents, checks their limits and validates them. With `suggestions`, errors
 * suggest similar names of the schema.
 */
export function createDocuments(schema: GraphQLSchema, { suggestions }: { suggestions: boolean }) {
  const known = new Map<string, Read>()

  function check(source: string): Read {
    try {
      const node = parse(source, { maxTokens: graphqlLimits.tokens, noLocation: false })
      // Checks the limits before the validation, because some validation rules need more than linear time.
      assertWithinLimits(node, schema)
      const faults = validate(schema, node, undefined, { maxErrors: 10, hideSuggestions: !suggestions })
      return faults.length ? { faults } : { node, fragments: fragmentsOf(node) }
    } catch (error) {
      if (error instanceof AppError) return { faults: [error] }
      // If the document is too long, or nested so deeply that the stack overflowed, reports the limit on
      // tokens.
      const readable = error instanceof GraphQLError && !/ tokens\b/.test(error.message)
      return { faults: [readable ? error : exceeds('tokens')] }
    }
  }

  return {
    read(source: string): Read {
      const found = known.get(source)
      if (found) return found
      const read = check(source)
      // Invalid documents are not cached, because they would displace valid ones.
      if ('node' in read) {
        if (known.size >= maxDocuments) known.delete(required(known.keys().next().value, 'first key'))
        known.set(source, read)
      }
      return read
    },
  }
}
