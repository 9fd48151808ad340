import { globSync, readFileSync } from 'node:fs'
import { Kind, type OperationDefinitionNode, parse, print, type TypeNode } from 'graphql'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { queryUrl } from './queryUrl.ts'

/** The operation names from section 7 of the specification. */
const specified = `
  Auth QueryTenant GetTenant GetTenantByCode CheckTenant QueryOperator ListTopArea GetArea QueryDevice device
  CreateOperator UpdateProfile ChangePassword BindMobilePhone BindEmail SendEmailCode PrepareTenant CreateTenant
  UpdateTenant DeleteTenant RePrepareTenant ConfirmTenant RejectTenant CreateTenantJoinCode JoinTenantByCode
  AddTenantOperator RemoveTenantOperator ChangeTenantOwner AddTenantManager RemoveTenantManager AddOperatorRoles
  RemoveOperatorRoles SaveDisplayNameByTenant UpdateOperator ResetPasswordByAdmin InvalidOperator ValidOperator
  SaveAuthCodeByOperator SaveAuthCodeByTenant SaveDeviceByPalgo UpdateDeviceByStatus DeleteDevice refreshToken
`
  .trim()
  .split(/\s+/)

const texts = globSync('web/**/*.{ts,tsx}')
  .filter((path) => !path.includes('.test.'))
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/graphql\(\s*`([^`]*)`/g)])
  .map(([, text]) => required(text, 'text'))
const operations = texts.flatMap((text) =>
  parse(text).definitions.flatMap((each) =>
    each.kind === Kind.OPERATION_DEFINITION ? [{ text, operation: each }] : [],
  ),
)
const fieldsOf = ({ selectionSet }: OperationDefinitionNode) =>
  selectionSet.selections.map((each) => (each.kind === Kind.FIELD ? each.name.value : ''))

/**
 * This rule lets a gateway route requests by operation name, without a list of the console's operation names.
 */
test('each single-field operation has the name of its field, in the specification’s letter case', () => {
  expect(operations.length).toBeGreaterThan(60)
  const lower = specified.filter((name) => /^[a-z]/.test(name))
  const others = operations.flatMap(({ operation }) => {
    const [field = '', ...more] = fieldsOf(operation)
    const wanted = lower.includes(field) ? field : field.charAt(0).toUpperCase() + field.slice(1)
    return more.length || operation.name?.value === wanted ? [] : [`${operation.name?.value}, not ${wanted}`]
  })
  expect(others).toEqual([])
  // An operation with several fields must not have the same name as an operation with a single field.
  const several = operations.filter(({ operation }) => fieldsOf(operation).length > 1)
  expect(
    several.filter(({ operation }) => specified.includes(required(operation.name, 'name').value)),
  ).toEqual([])
})

const id = '0192f0a4-7c1e-7d3a-8b5e-0123456789ab'
const now = '2026-11-22T02:41:16.000Z'
const base = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : base(type.type))
const harmless: Record<string, unknown> = { ID: id, DateTime: now, Int: 3, Boolean: true }
const queries = operations.filter(({ operation }) => operation.operation === 'query')
const urlOf = (
  { text, operation }: (typeof queries)[number],
  variables: Record<string, unknown>,
): string | null =>
  queryUrl('/graphql', { operationName: required(operation.name, 'name').value, query: text, variables })

test('text that a user typed is never part of a URL', () => {
  const typed = [
    '13800138000',
    '+86 138 0013 8000',
    '王志远',
    'ADMIN',
    'K7QMPWRXTZKQMPWR',
    '482901',
    'a@b.cn',
    '',
  ]
  let tried = 0
  for (const query of queries)
    for (const { variable, type } of query.operation.variableDefinitions ?? []) {
      const name = variable.name.value
      if (!['String', 'ID'].includes(base(type))) continue
      for (const value of typed) {
        tried++
        expect([name, value, urlOf(query, { [name]: value })]).toEqual([name, value, null])
        expect(urlOf(query, { [name]: [value] })).toBeNull()
      }
    }
  expect(tried).toBeGreaterThan(200)
  // The query can be sent by GET only if each id is passed in a variable of type ID. A String variable can
  // contain text that the user typed.
  const search = 'query S($q: String) { queryTenant(q: $q) { count } }'
  expect(queryUrl('/', { operationName: 'S', query: search, variables: { q: id } })).toBeNull()
  expect(queryUrl('/', { operationName: 'S', query: search, variables: { undeclared: 1 } })).toBeNull()
  expect(queryUrl('/', { operationName: 'S', query: search, variables: { q: null } })).not.toBeNull()
})

test('each query can be sent by GET if its variables contain no typed text', () => {
  for (const query of queries) {
    const variables = Object.fromEntries(
      (query.operation.variableDefinitions ?? []).map(({ variable, type }) => [
        variable.name.value,
        harmless[base(type)],
      ]),
    )
    const url = required(urlOf(query, variables), 'result of urlOf')
    const sent = new URL(url, 'http://host').searchParams
    expect(print(parse(required(sent.get('query'), 'query')))).toBe(print(parse(query.text)))
    expect(JSON.parse(sent.get('variables') ?? '{}')).toEqual(JSON.parse(JSON.stringify(variables)))
  }
})

test('queryUrl returns null instead of a URL that is longer than 4,000 characters', () => {
  const query = 'query Q($ids: [ID!]!) { queryTenant { count } }'
  const ids = (count: number) => ({ operationName: 'Q', query, variables: { ids: Array(count).fill(id) } })
  expect(required(queryUrl('/', ids(50)), 'result of queryUrl').length).toBeLessThanOrEqual(4_000)
  expect(queryUrl('/', ids(200))).toBeNull()
})
