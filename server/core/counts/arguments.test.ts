import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { schema } from '../../schema.ts'
import { newDevice, setStatus } from '../../testing/devices.ts'
import { ask, givenPerson, member, newName, organization } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { readPage } from '../page.ts'

const app = useApp()
const admin = useAdmin(app)

/**
 * Test values, by `list.argument` or by argument name. `list.argument` takes precedence. An argument without
 * an entry gets values of its type.
 */
let known: Record<string, readonly unknown[]>
beforeAll(async () => {
  const [first, second] = [await organization(app), await organization(app)]
  await member(app, first, { manager: true })
  const plain = await member(app, first)
  const pending = await organization(app, {
    owner: await givenPerson(app),
    status: 'PREPARE',
    name: newName(),
  })
  await organization(app, { owner: await givenPerson(app), status: 'EXPIRED' })
  const { username: id } = await newDevice(app, admin, { tenantId: first.id })
  for (const tenantId of [first.id, second.id, undefined])
    await newDevice(app, admin, tenantId ? { tenantId } : {})
  await setStatus(app, admin, id, 'SUSPENDED')
  known = {
    ...{ tenantId: [first.id], tenantIdSet: [[first.id], [first.id, second.id]], deviceId: [id] },
    ...{ 'queryDevice.id': [id], 'queryDevice.idSet': [[id]], targetId: [id, first.id], idSet: [[first.id]] },
    ...{ actorId: [first.owner.id], applicantId: [pending.owner.id], operatorId: [plain.id] },
    ...{ q: ['组织', 'n'], name: ['a'], areaId: ['330000'], authCodeSet: [['data_view']] },
    ...{ mobilePhone: [plain.phone], loginId: [plain.phone], action: ['SaveDeviceByPalgo'] },
  }
})

/** Fields of Query that return a page with a count. */
const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter((field) => {
  const type = getNamedType(field.type)
  return isObjectType(type) && ['count', 'data'].every((name) => Object.hasOwn(type.getFields(), name))
})
const paging = ['first', 'pageSize', 'after']

function valuesOf(list: string, { name, type }: GraphQLArgument): readonly unknown[] {
  const given = known[`${list}.${name}`] ?? known[name]
  if (given) return given
  const byType = (type: GraphQLInputType): readonly unknown[] => {
    const bare = getNullableType(type)
    if (isListType(bare)) return byType(bare.ofType).map((value) => [value])
    if (isEnumType(bare)) return bare.getValues().map(({ value }) => value)
    if (String(bare) === 'Boolean') return [true, false]
    if (String(bare) === 'Int') return [0, 1]
    if (String(bare) === 'DateTime') return ['2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z']
    return String(bare).endsWith('Sort') ? [] : ['x']
  }
  return byType(type)
}

/** Returns the name of a field that every row of the list has. */
function someField(field: GraphQLField<unknown, unknown>): string {
  const page = getNamedType(field.type)
  const data = isObjectType(page) && page.getFields().data
  const row = data && getNamedType(data.type)
  return isObjectType(row) && 'id' in row.getFields() ? 'id' : '__typename'
}

test.each(lists.map((field) => [field.name, field] as const))(
  '%s returns a count that equals the number of rows, whichever argument is set',
  async (name, field) => {
    const required = Object.fromEntries(
      field.args.filter(isRequiredArgument).map((argument) => [argument.name, valuesOf(name, argument)[0]]),
    )
    const document = `query q(${field.args.map((each) => `$${each.name}: ${each.type}`).join(', ')}) {
      ${name}(${field.args.map((each) => `${each.name}: $${each.name}`).join(', ')}) {
        count countExact next data { ${someField(field)} } } }`
    const asked = field.args
      .filter((argument) => !paging.includes(argument.name))
      .flatMap((argument) =>
        valuesOf(name, argument).map((value) => ({ ...required, [argument.name]: value })),
      )
    for (const variables of [required, ...asked]) {
      const page = { first: 0, pageSize: 100 }
      const { count, countExact, next, data } = await ask(app, admin, document, { ...page, ...variables })
      expect([next, countExact], JSON.stringify(variables)).toEqual([null, true])
      expect(count, JSON.stringify(variables)).toBe(data.length)
    }
  },
)

test('a list counts its rows if the stored count does not cover the filter', async () => {
  const { query } = app.db
  const asked = (filter: object) =>
    readPage(
      query,
      { first: 0, pageSize: 10, ...filter },
      {
        name: 'areas',
        from: query.selectFrom('area').where('id', '=', '330106'),
        keys: [{ value: sql.ref('area.id'), type: 'text', order: 'asc' }],
        rows: query.selectFrom('area').selectAll('area'),
        ids: [sql.ref('area.id')],
        stored: { rows: sql<number>`(select 7::bigint)`, by: ['status'] },
      },
    )
  expect((await asked({ status: 'x', sort: 'ID', unknown: null })).count).toBe(7)
  expect((await asked({ unknown: 'x' })).count).toBe(1)
  expect((await asked({ unknown: false })).count).toBe(1)
})
