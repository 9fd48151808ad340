import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isCompositeType,
  isRequiredArgument,
  isUnionType,
} from 'graphql'
import { required } from '../../contract/required.ts'

/** Values for required arguments by argument name. */
export type ArgumentValues = Record<string, string>

const contractSchema = () =>
  buildSchema(readFileSync(new URL('../../contract/schema.graphql', import.meta.url), 'utf8'))

/**
 * Returns a GraphQL document for each query. A document selects every field of every type that its query can
 * return. A type that contains itself is expanded only once.
 */
export function documentsOfEverything(values: ArgumentValues, pageSize: number): Map<string, string> {
  const fields = required(contractSchema().getQueryType(), 'result of getQueryType').getFields()
  return new Map(
    Object.values(fields).map((field) => [
      field.name,
      `query everything { ${selectionOf(field, { ...values, pageSize: String(pageSize) }, [])} }`,
    ]),
  )
}

function selectionOf(
  field: GraphQLField<unknown, unknown>,
  values: ArgumentValues,
  open: readonly string[],
): string {
  const args = field.args
    .filter((arg) => isRequiredArgument(arg) || arg.name === 'pageSize')
    .map(({ name }) => {
      const value = values[`${field.name}.${name}`] ?? values[name]
      if (value === undefined) throw new Error(`No value for the argument ${name} of ${field.name}`)
      return `${name}: ${value}`
    })
  const type = getNamedType(field.type)
  return `${field.name}${args.length ? `(${args.join(', ')})` : ''} ${fieldsOf(type, values, [...open, type.name])}`
}

function fieldsOf(type: GraphQLNamedType, values: ArgumentValues, open: readonly string[]): string {
  if (!isCompositeType(type) || isUnionType(type)) return ''
  const fields = Object.values(type.getFields()).filter(
    (field) => !open.includes(getNamedType(field.type).name),
  )
  return `{ ${fields.map((field) => selectionOf(field, values, open)).join(' ')} }`
}
