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

/** Values of required arguments, by argument name. */
export type Given = Record<string, string>

const contractSchema = () =>
  buildSchema(readFileSync(new URL('../../contract/schema.graphql', import.meta.url), 'utf8'))

/**
 * Returns one document per query that selects every field of every type. A type is not expanded again below
 * itself.
 */
export function documentsOfEverything(given: Given, pageSize: number): Map<string, string> {
  const fields = required(contractSchema().getQueryType(), 'result of getQueryType').getFields()
  return new Map(
    Object.values(fields).map((field) => [
      field.name,
      `query everything { ${selected(field, { ...given, pageSize: String(pageSize) }, [])} }`,
    ]),
  )
}

function selected(field: GraphQLField<unknown, unknown>, given: Given, open: readonly string[]): string {
  const args = field.args
    .filter((arg) => isRequiredArgument(arg) || arg.name === 'pageSize')
    .map(({ name }) => {
      const value = given[`${field.name}.${name}`] ?? given[name]
      if (value === undefined) throw new Error(`nothing is given for ${name} of ${field.name}`)
      return `${name}: ${value}`
    })
  const type = getNamedType(field.type)
  return `${field.name}${args.length ? `(${args.join(', ')})` : ''} ${inside(type, given, [...open, type.name])}`
}

function inside(type: GraphQLNamedType, given: Given, open: readonly string[]): string {
  if (!isCompositeType(type) || isUnionType(type)) return ''
  const fields = Object.values(type.getFields()).filter(
    (field) => !open.includes(getNamedType(field.type).name),
  )
  return `{ ${fields.map((field) => selected(field, given, open)).join(' ')} }`
}
