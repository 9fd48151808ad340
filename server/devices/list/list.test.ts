import { beforeAll, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { foldCounts } from '../../core/counts/counts.ts'
import { newId } from '../../core/id.ts'
import { ask, type Organization, organization, refusal } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { insertDevices } from '../store.ts'

const app = useApp()
const admin = useAdmin(app)
let owned: Organization
const start = Date.parse('2026-01-01T00:00:00Z')
const name = (index: number) => `d${String(index).padStart(3, '0')}`

beforeAll(async () => {
  owned = await organization(app)
  await app.db.transaction((tx) =>
    insertDevices(
      tx,
      Array.from({ length: 45 }, (_, index) => ({
        tenant_id: index % 3 ? owned.id : '00000000-0000-0000-0000-000000000000',
        id: name(index),
        name: index === 7 ? '水泵房%网关_1' : `网关${index}`,
        contact_name: index === 8 ? '欧阳' : null,
        contact_mobile_phone: index === 9 ? '+8613712345678' : null,
        status: index % 2 ? 'ACTIVE' : 'PRODUCED',
        created_at: new Date(start + index * 1_000),
        expired_at: index < 40 ? new Date(start + (100 - index) * 86_400_000) : null,
      })),
    ),
  )
})

const list = (values: string) =>
  `{ queryDevice(${values}) { first pageSize count countExact next data { id } } }`
const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id)

test('lists the newest devices first, by offset and by cursor, with an exact count', async () => {
  const seen: string[] = []
  let after = ''
  do {
    const page = await ask(app, admin, list(`pageSize: 20${after && `, after: "${after}"`}`))
    expect(page).toMatchObject({ count: 45, countExact: true })
    seen.push(...ids(page))
    after = page.next ?? ''
  } while (after)
  expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => name(44 - index)))
  expect(ids(await ask(app, admin, list('first: 40, pageSize: 100')))).toEqual(seen.slice(40))
  await foldCounts(app.db)
  expect(await ask(app, admin, list('pageSize: 1'))).toMatchObject({ count: 45 })
})

test('applies every filter to the list and to its count', async () => {
  const found = async (values: string) => {
    const page = await ask(app, admin, list(`pageSize: 100, ${values}`))
    expect(page.count).toBe(page.data.length)
    return ids(page)
  }
  expect(await found(`tenantId: "${owned.id}"`)).toHaveLength(30)
  expect(await found(`tenantId: "${owned.id}", statusSet: [ACTIVE]`)).toHaveLength(15)
  expect(await found('statusSet: []')).toHaveLength(45)
  expect(await found(`tenantId: "${owned.id}", statusSet: []`)).toHaveLength(30)
  expect(await found('statusSet: [ACTIVE, PRODUCED]')).toHaveLength(45)
  expect(await found('id: "d003"')).toEqual(['d003'])
  expect(await found('id: "D003"')).toEqual([])
  expect(await found(`tenantId: "${newId()}"`)).toEqual([])
  expect(await found('q: "%"')).toEqual(['d007'])
  expect(await found('q: "_"')).toEqual(['d007'])
  expect(await found('q: "D00"')).toHaveLength(10)
  expect(await found('q: "欧"')).toEqual(['d008'])
  expect(await found('q: "12345"')).toEqual(['d009'])
  expect(await found(`minCreateDateTime: "2026-01-01T00:00:40Z"`)).toEqual([
    'd044',
    'd043',
    'd042',
    'd041',
    'd040',
  ])
  expect(await found(`maxCreateDateTime: "2026-01-01T00:00:01Z"`)).toEqual(['d001', 'd000'])
  expect(await found('connectStatus: ONLINE')).toEqual([])
  expect(await found('connectStatus: OFFLINE')).toHaveLength(45)
})

test('a list that is sorted by expiry date shows devices without an expiry date on the last pages', async () => {
  const seen: string[] = []
  let after = ''
  do {
    const page = await ask(
      app,
      admin,
      list(`sort: EXPIRED_DATE, pageSize: 7${after && `, after: "${after}"`}`),
    )
    seen.push(...ids(page))
    after = page.next ?? ''
  } while (after)
  expect(seen).toHaveLength(45)
  expect(seen.slice(0, 2)).toEqual(['d039', 'd038'])
  expect(seen.slice(40)).toEqual(['d040', 'd041', 'd042', 'd043', 'd044'])
  expect(ids(await ask(app, admin, list('sort: LAST_SEEN, pageSize: 100')))).toHaveLength(45)
})

test('limits the page size and the offset, and rejects a cursor of a list with another sort order', async () => {
  for (const values of ['first: -1', 'pageSize: 0', 'pageSize: 101', 'after: "x"'])
    expect(await refusal(app, admin, list(values)), values).toBe('BAD_INPUT')
  const { next } = await ask(app, admin, list('pageSize: 5'))
  expect(await refusal(app, admin, list(`sort: LAST_SEEN, after: "${next}"`))).toBe('BAD_INPUT')
  expect(await refusal(app, admin, list('q: "d", first: 10001'))).toBe('BAD_INPUT')
})

test('rejects an offset above 100,000 unless it is beyond the end of the list', async () => {
  expect(await ask(app, admin, list('first: 3000000'))).toMatchObject({ count: 45, data: [], next: null })
  const many = `insert into row_count_change (list, scope, kind, change)
    values ('device', '00000000-0000-0000-0000-000000000000', 'ACTIVE', $1::integer)`
  await app.db.execute(many, [200_000])
  expect(await refusal(app, admin, list('first: 100001'))).toBe('BAD_INPUT')
  expect(await ask(app, admin, list('first: 100000'))).toMatchObject({ count: 200_045 })
  expect(await ask(app, admin, list('first: 300000'))).toMatchObject({ count: 200_045, data: [] })
  await app.db.execute(many, [-200_000])
})

test('returns the ids of all devices that match the filter, in the order of the list', async () => {
  const all = async (values: string, who = admin) =>
    (await ask(app, who, `{ queryDevice(pageSize: 1, ${values}) { data { id } ids } }`)).ids
  const listed = async (values: string) => ids(await ask(app, admin, list(`pageSize: 100, ${values}`)))
  for (const values of [
    'sort: CREATED',
    'sort: EXPIRED_DATE',
    'q: "网关", statusSet: [ACTIVE], sort: EXPIRED_DATE',
  ])
    expect(await all(values), values).toEqual(await listed(values))
  const own = `tenantId: "${owned.id}", sort: CREATED`
  expect(await all(own, owned.owner)).toEqual(await listed(own))
  expect(await refusal(app, owned.owner, '{ queryDevice(pageSize: 1) { ids } }')).toBe('FORBIDDEN')
})

test('returns null instead of ids if too many devices match', async () => {
  const tenant = await organization(app)
  const count = limits.chosen
  const insert = (from: number, to: number) =>
    app.db.transaction((tx) =>
      insertDevices(
        tx,
        Array.from({ length: to - from }, (_, index) => ({
          tenant_id: tenant.id,
          id: `many-${from + index}`,
          name: '很多',
          status: 'ACTIVE',
          created_at: new Date(start + index),
        })),
      ),
    )
  for (let from = 0; from < count; from += 2_000) await insert(from, from + 2_000)
  const matchingIds = async (values: string) =>
    (await ask(app, admin, `{ queryDevice(pageSize: 1, tenantId: "${tenant.id}", ${values}) { ids } }`)).ids
  expect(new Set(await matchingIds('sort: CREATED')).size).toBe(count)
  await insert(count, count + 1)
  expect(await matchingIds('sort: CREATED')).toBeNull()
  expect(await matchingIds('q: "很多"')).toBeNull()
})
