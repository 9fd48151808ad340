import { beforeAll, expect, test } from 'vitest'
import { first, last, required } from '../../contract/required.ts'
import { insertAccount } from '../accounts/store.ts'
import { newId } from '../core/id.ts'
import { addMember } from '../tenants/members.ts'
import { adminTokens, newPhone, type Tokens } from '../testing/app.ts'
import { ask, givenPerson, organization } from '../testing/organizations.ts'
import { useApp } from '../testing/use-app.ts'

// Tests the list of all accounts for viewers who are permitted to see it.

interface Row {
  id: string
  name: string
  username: string | null
  phone: string
  enabled: boolean
}

const app = useApp()
let callers: Pick<Tokens, 'access_token'>[]
let tenants: { id: string; name: string }[]
const rows: Row[] = []

beforeAll(async () => {
  callers = [await adminTokens(app), await givenPerson(app, ['account_management'])]
  const owner = await givenPerson(app)
  tenants = [
    await organization(app, { owner, name: '滨江智造' }),
    await organization(app, { owner, name: '滨江云图' }),
    await organization(app, { owner, name: '余杭农机' }),
  ]
  for (let index = 0; index < 45; index += 1) {
    const row: Row = {
      id: newId(),
      name: `账户${String(index % 15).padStart(2, '0')}`,
      username: index % 3 ? `List.User${index}` : null,
      phone: newPhone(),
      enabled: index % 5 !== 0,
    }
    rows.push(row)
    await app.db.transaction(async (tx) => {
      await insertAccount(tx, { ...row, mobilePhone: row.phone, passwordHash: '' })
      for (const [at, { id: tenantId }] of tenants.entries())
        if (index % 4 === at) await addMember(tx, { tenantId, accountId: row.id })
      // Creation times are a minute apart, so that the order is deterministic.
      await tx
        .updateTable('account')
        .set({ enabled: row.enabled, created_at: new Date(Date.UTC(2030, 0, 1, 0, index)) })
        .where('id', '=', row.id)
        .execute()
    })
  }
})

const list = `query q($tenants: [ID!], $first: Int! = 0, $pageSize: Int! = 100, $after: String, $name: String, $tenantName: String,
    $loginId: String, $enabled: Boolean, $sorts: [OperatorSort!]) {
  queryOperator(tenantIdSet: $tenants, first: $first, pageSize: $pageSize, after: $after, name: $name, tenantName: $tenantName,
    loginId: $loginId, enabled: $enabled, sorts: $sorts) { count next data { id name profile { username mobilePhone enabled } } } }`

/**
 * Returns the ids of this test's accounts in the order of the list. Asserts that all callers get the same
 * result.
 */
async function found(variables: object): Promise<string[]> {
  const answers = await Promise.all(callers.map((caller) => ask(app, caller, list, { ...variables })))
  const [ids, others] = answers.map(({ data }) => data.map(({ id }: Row) => id))
  expect(others).toEqual(ids)
  return ids.filter((id: string) => rows.some((row) => row.id === id))
}
const idsWhere = (fits: (row: Row, index: number) => boolean) => rows.filter(fits).map(({ id }) => id)
const newestFirst = (ids: string[]) => ids.toReversed()

test('lists the newest accounts first, and applies one filter or several filters together', async () => {
  expect(await found({})).toEqual(newestFirst(rows.map(({ id }) => id)))
  expect(await found({ name: '账户0' })).toEqual(newestFirst(idsWhere((_, index) => index % 15 < 10)))
  expect(await found({ enabled: false })).toEqual(newestFirst(idsWhere((row) => !row.enabled)))
  expect(await found({ tenantName: '滨江' })).toEqual(newestFirst(idsWhere((_, index) => index % 4 < 2)))
  expect(
    await found({
      tenants: [required(tenants[1], 'item of tenants').id, required(tenants[2], 'item of tenants').id],
    }),
  ).toEqual(newestFirst(idsWhere((_, index) => index % 4 === 1 || index % 4 === 2)))
  // An empty set of organizations does not restrict the list. A malformed organization id matches nothing.
  expect(await found({ tenants: [] })).toEqual(await found({}))
  expect(await found({ tenants: ['x'] })).toEqual([])
  for (const loginId of [
    required(rows[4], 'item of rows').phone,
    required(rows[4], 'item of rows').phone.slice(3),
    'list.user4',
    'LIST.USER4',
  ])
    expect(await found({ loginId })).toEqual([required(rows[4], 'item of rows').id])
  expect(await found({ loginId: 'list.user' })).toEqual([])
  expect(
    await found({
      name: '账户0',
      enabled: true,
      tenantName: '滨江',
      tenants: [first(tenants, 'tenants').id],
    }),
  ).toEqual(newestFirst(idsWhere((row, index) => index % 15 < 10 && row.enabled && index % 4 === 0)))
  expect(await found({ loginId: required(rows[5], 'item of rows').phone, enabled: true })).toEqual([])
})

test('sorts accounts by one or two columns, and returns each account once across all pages', async () => {
  const compare =
    <T>(key: (row: Row) => T) =>
    (one: Row, other: Row) =>
      key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0
  const by = {
    NAME: compare(({ name }) => name),
    USERNAME: compare(({ username }) => username?.toLowerCase() ?? ''),
    CREATED_TIMESTAMP: compare((row) => rows.indexOf(row)),
  }
  const sortings = (['NAME', 'USERNAME', 'CREATED_TIMESTAMP'] as const).flatMap((field) =>
    (['ASC', 'DESC'] as const).flatMap((order) => [
      [{ field, order }],
      [
        { field, order },
        { field: 'CREATED_TIMESTAMP' as const, order: 'ASC' as const },
      ],
    ]),
  )
  for (const sorts of sortings) {
    const pages: string[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = await ask(app, required(callers[1], 'item of callers'), list, {
        sorts,
        name: '账户',
        pageSize: 7,
        after,
      })
      expect(page.count).toBe(rows.length)
      pages.push(...page.data.map(({ id }: Row) => id))
      after = page.next
    }
    const signs = sorts.map(({ order }) => (order === 'ASC' ? 1 : -1))
    // Rows with equal sort keys are ordered by id, in the direction of the last sort key.
    const expected = rows.toSorted((one, other) => {
      for (const [index, { field }] of sorts.entries()) {
        const difference = by[field](one, other)
        if (difference) return difference * required(signs[index], 'item of signs')
      }
      return (one.id < other.id ? -1 : 1) * last(signs, 'signs')
    })
    expect(pages).toEqual(expected.map(({ id }) => id))
  }
})

test('the account list runs the same number of SQL statements for 5 and for 40 rows', async () => {
  const document = list.replace(
    'data { id name',
    `data { id name admin authInfo { authCodes tenantInfos { tenantId roles } } tenants { id name }
      viewerCan { update disable enable grant }`,
  )
  for (const filter of [{}, { name: '账户' }, { tenantName: '滨江' }, { enabled: true }]) {
    const counted = async (pageSize: number) => {
      const counts: number[] = []
      for (let run = 0; run < 3; run += 1) {
        const before = app.statements()
        await ask(app, first(callers, 'callers'), document, { ...filter, pageSize })
        counts.push(app.statements() - before)
      }
      // Use the lowest count, because background tasks can add statements to a run.
      return Math.min(...counts)
    }
    const few = await counted(5)
    expect(await counted(40)).toBe(few)
    expect(few).toBeLessThan(12)
  }
})
